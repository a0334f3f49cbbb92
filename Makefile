# The everyday commands; `make help` lists them. CMake does the building: this
# file installs what is missing, and calls it.

BUILD ?= build
# Warnings are errors where CI is set.
PRESET ?= $(if $(CI),ci,release)
PREFIX ?= /usr/local
# More options for CMake, such as -DNAME=VALUE.
CMAKE_ARGS ?=
# Tests of this name only, for `make check`: a regular expression.
FILTER ?=

.DEFAULT_GOAL := build
.PHONY: help setup configure build demo check install uninstall package docs \
  site bench format format-check tidy clean

help: ## This list
	@sed -n 's/^\([a-z-]*\):.*## /make \1\t/p' $(MAKEFILE_LIST) | expand -t 20

setup: ## Install the Debian packages and the CUDA parts that are missing
	@tools/setup/packages.sh
	@mkdir -p $(BUILD)
	@tools/setup/cuda.sh $(BUILD)

configure: setup
	@tools/setup/configure.sh $(BUILD) $(PRESET) $(CMAKE_ARGS)

build: configure ## Set up, configure and build everything
	@ninja -C $(BUILD)

demo: setup-numpy build ## Show the main job: from an object to a kernel
	@tools/demo/demo.sh $(BUILD)

check: setup-tests build ## Build and run all tests
	@tools/test/run_tests.py $(BUILD) $(if $(FILTER),--filter '$(FILTER)')

.PHONY: setup-tests setup-numpy
setup-tests: setup-numpy
	@tools/setup/packages.sh --tests
	@tools/setup/site.sh $(BUILD)
	@tools/setup/numba.sh $(BUILD)

setup-numpy: setup
	@tools/setup/python.sh $(BUILD)

install: build ## Install into PREFIX (/usr/local)
	@cmake --install $(BUILD) --prefix $(PREFIX)

uninstall: ## Remove what was installed into PREFIX
	@tools/setup/uninstall.py $(PREFIX)

package: build ## Make a Debian package and a tarball in build/packages
	@cd $(BUILD) && cpack

bench: build ## Run the benchmarks that this machine can run (benchmarks/README.md)
	@python3 benchmarks/bench.py $(BUILD)

docs: configure ## Generate the reference of dialects and passes
	@ninja -C $(BUILD) dtyp-docs

site: setup ## Make the site of the documentation: build/site/index.html
	@tools/setup/site.sh $(BUILD)
	@tools/docs/make_site.sh $(BUILD)/venv/bin/python . $(BUILD)/site

format: ## Format the C++ sources
	@tools/dev/format.sh

format-check: ## Check the format of the C++ sources
	@tools/dev/format.sh --check

tidy: build ## Run clang-tidy on the C++ sources
	@tools/dev/tidy.sh $(BUILD)

clean: ## Remove the build folder
	rm -rf $(BUILD)
