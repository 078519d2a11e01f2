import Shell

EntryPoint.main()
