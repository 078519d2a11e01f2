import Catalogue
import ScriptedService
import Shell

// The program with one more service: see `ScriptedService`.
ServiceCatalogue.add(.scripted)
EntryPoint.main()
