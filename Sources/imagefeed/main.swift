print("imagefeed")
