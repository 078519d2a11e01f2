# imagefeed: `make run` and `make test` are all a fresh machine needs; `make help` lists the rest.

PREFIX ?= /usr/local
DESTDIR ?=
ARGS ?=
FILTER ?=
SECONDS_EACH ?= 30

SWIFT := swift
RELEASE := .build-release
BINARY := $(RELEASE)/release/imagefeed
SOURCES := Package.swift $(shell find Sources -type f)
# The program that the end-to-end tests run.
TESTED ?= .build/debug/imagefeed
# ONCE=yes compiles each module as a whole and without debug information, for a checkout that is built
# once. The first build is faster, and later ones are slower.
ONCE ?= no
WHOLE := -Xswiftc -gnone -Xswiftc -wmo -Xswiftc -disable-batch-mode -Xswiftc -num-threads -Xswiftc 2 \
  -Xswiftc -no-emit-module-separately-wmo
STRICT := -Xswiftc -warnings-as-errors $(if $(filter yes,$(ONCE)),$(WHOLE))

bindir := $(DESTDIR)$(PREFIX)/bin
sharedir := $(DESTDIR)$(PREFIX)/share
datadir := $(sharedir)/imagefeed
mandir := $(sharedir)/man/man1
bash_completion := $(sharedir)/bash-completion/completions/imagefeed
zsh_completion := $(sharedir)/zsh/site-functions/_imagefeed
fish_completion := $(sharedir)/fish/vendor_completions.d/imagefeed.fish

.DEFAULT_GOAL := help
.PHONY: help run build test unit lint check bench pictures mutate fuzz sanitize deb install uninstall clean

help: ## this list
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | awk -F '\t' '{printf "make %-10s %s\n", $$1, $$2}'

run: build ## start with the built-in demo: no account, no network (ARGS="--lang ru")
	@$(BINARY) --demo $(ARGS)

build: ## the release binary, after installing what is missing
	@scripts/dependencies build
	@scripts/commit
	@$(MAKE) --no-print-directory $(BINARY)

# SwiftPM leaves an unchanged binary alone, so its time is set here.
$(BINARY): $(SOURCES)
	$(SWIFT) build -c release --static-swift-stdlib --scratch-path $(RELEASE) --product imagefeed
	@touch $@

test: unit ## every test: unit tests, then end to end
	IMAGEFEED_BINARY=$(abspath $(TESTED)) \
	  $(SWIFT) test --skip-build $(STRICT) --disable-xctest --parallel --filter EndToEndTests

unit: ## unit tests (FILTER=KeyMapTests: those whose name matches)
	@scripts/dependencies test
	@scripts/commit
	$(SWIFT) build --build-tests $(STRICT)
	$(SWIFT) test --skip-build $(STRICT) --disable-xctest --parallel --skip EndToEndTests \
	  $(if $(FILTER),--filter '$(FILTER)')

lint: ## formatting, layering, wording, C and shell syntax, and no warning anywhere
	@scripts/dependencies lint
	@scripts/commit
	$(SWIFT) format lint --strict --parallel -r Package.swift Sources Tests Benchmarks
	scripts/layering --self-test
	scripts/layering
	scripts/prose --self-test
	scripts/prose
	scripts/mutate --check
	scripts/check-c
	for script in $$(grep -l '^#!.*bash' .ci/run scripts/*); do bash -n $$script || exit 1; done
	$(SWIFT) build --build-tests $(STRICT)

check: build ## the long run: the release binary in every terminal, every round, fuzzing, a bare Debian 13
	@scripts/dependencies terminals
	IMAGEFEED_THOROUGH=1 \
	  IMAGEFEED_TERMINALS=kitty,kitty-new,xterm,foot,mlterm,konsole,urxvt,screen,mosh \
	  scripts/summary $(MAKE) --no-print-directory lint test ONCE=yes TESTED=$(BINARY)
	scripts/summary $(MAKE) --no-print-directory fuzz SECONDS_EACH=60
	scripts/summary scripts/fresh-machine trixie --test

bench: build ## the speed figures: a table here and in Benchmarks/figures.md
	@scripts/dependencies bench
	$(SWIFT) build -c release --static-swift-stdlib --scratch-path $(RELEASE) --product imagefeed-bench
	$(RELEASE)/release/imagefeed-bench $(CURDIR)/$(BINARY) $(ARGS)

pictures: build ## regenerate the screenshots in README and docs, in kitty (ARGS="feed search": only these)
	@scripts/dependencies pictures
	scripts/pictures $(ARGS)

mutate: ## run the mutation tests: each mistake must fail a test (ARGS=JPEG: lines with that word)
	@scripts/dependencies lint
	@scripts/dependencies test
	scripts/mutate $(ARGS)

fuzz: ## generated input for everything that reads input, SECONDS_EACH=30 (ARGS="jpeg rows": only these)
	@scripts/dependencies build
	@scripts/fuzz $(SECONDS_EACH) $(ARGS)

sanitize: ## the unit tests under Address Sanitizer and Thread Sanitizer (ARGS=thread: only that)
	@scripts/dependencies test
	scripts/sanitize $(ARGS)

deb: build ## a Debian package, imagefeed_VERSION_ARCH.deb, for machines without Swift
	@scripts/dependencies package
	@scripts/deb

install: $(BINARY) ## into PREFIX (/usr/local), below DESTDIR
	@install -d $(bindir) 2> /dev/null && [ -w $(bindir) ] || { \
	  echo "make: can't write to $(bindir); run the same with sudo, or make install PREFIX=~/.local" >&2; \
	  exit 1; }
	install -d $(bindir) $(datadir)/demo $(mandir) \
	  $(dir $(bash_completion)) $(dir $(zsh_completion)) $(dir $(fish_completion))
	install -m 755 -s $(BINARY) $(bindir)/imagefeed
	install -m 644 Resources/demo/*.jpg Resources/demo/photos.json $(datadir)/demo
	install -m 644 Resources/CREDITS.md Resources/config.toml LICENSE $(datadir)
	install -m 644 Resources/imagefeed.1 $(mandir)
	LC_ALL=C $(BINARY) --generate-completion-script bash > $(bash_completion)
	LC_ALL=C $(BINARY) --generate-completion-script zsh > $(zsh_completion)
	LC_ALL=C $(BINARY) --generate-completion-script fish > $(fish_completion)

uninstall: ## remove the installed files
	@[ ! -e $(bindir) ] || [ -w $(bindir) ] || { \
	  echo "make: can't write to $(bindir); run the same with sudo" >&2; exit 1; }
	rm -f $(bindir)/imagefeed $(mandir)/imagefeed.1 \
	  $(bash_completion) $(zsh_completion) $(fish_completion)
	rm -rf $(datadir)

clean: ## remove everything that was built
	rm -rf .build .build-release .build-mutate .build-fuzz .build-address .build-thread
