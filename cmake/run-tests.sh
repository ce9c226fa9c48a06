# Part of `./dev test`: builds everything, runs every kind of test, counts. Sourced by ./dev, which has the helpers.
# Each step writes $logs/<step>.log; what it counts there is summed, and a step that fails or counts nothing is a failure.
passed=0
failed=0
mkdir -p "$logs"

# Adds up the closing lines of doctest, of Node's runner (TAP), and plain "N passed, N failed" lines.
count() {
  sed 's/\x1b\[[0-9;]*m//g' "$1" | awk '
    /\[doctest\] test cases:/ { for (i = 1; i < NF; i++) { if ($(i + 1) == "passed") p += $i; if ($(i + 1) == "failed") f += $i } next }
    /^# pass [0-9]+$/ { p += $3 }
    /^# fail [0-9]+$/ { f += $3 }
    /(^|: )[0-9]+ passed, [0-9]+ failed$/ { p += $(NF - 3); f += $(NF - 1) }
    END { print p + 0, f + 0 }'
}

# step NAME COMMAND...: runs a command that tests something.
step() {
  name=$1
  shift
  log=$logs/test-$name.log
  began=$(date +%s)
  status=0
  "$@" >"$log" 2>&1 </dev/null || status=$?
  set -- $(count "$log")
  [ "$status" = 0 ] || [ "$2" -gt 0 ] || set -- "$1" 1
  [ "$1" -gt 0 ] || [ "$2" -gt 0 ] || { echo "no test ran" >>"$log"; set -- 0 1; }
  passed=$((passed + $1))
  failed=$((failed + $2))
  echo "$name: $1 passed, $2 failed ($(($(date +%s) - began)) s)"
  [ "$2" = 0 ] || { echo "--- $log"; grep -vE '^(ok |    (---|\.\.\.|duration))' "$log" | tail -n 80; echo "---"; }
}

# broken NAME: a step that cannot run because its build failed.
broken() {
  failed=$((failed + 1))
  echo "$1: 0 passed, 1 failed (it could not be built)"
}

run_ctest() { ctest --test-dir "build/$1" -V --no-tests=error -L doctest; }

check_format() {
  bad=$(sources | xargs clang-format --dry-run --Werror 2>&1) || { echo "$bad" | grep 'error:' | cut -d : -f 1 | sort | uniq -c; echo "0 passed, 1 failed"; return 1; }
  echo "1 passed, 0 failed"
}

run_browser() {
  GPUSEL_SITE=$root/dist GPUSEL_CLI=$cli node --test --test-reporter=tap tests/browser/*.test.mjs
}

# The text view and every starting point in a second engine, where the machine has it (CI installs it).
run_firefox() {
  GPUSEL_BROWSER=firefox GPUSEL_SITE=$root/dist node --test --test-reporter=tap tests/browser/text_view.test.mjs tests/browser/starts.test.mjs
}

cmake/setup.sh build node web browser lint

if configure dev && build dev all; then
  cli=$root/$(find build/dev/core/cli -name gpu-selector -type f 2>/dev/null | head -n 1)
  step native run_ctest dev
else
  broken native
fi

if configure web-dev && build web-dev gpusel_tests; then step node run_ctest web-dev; else broken node; fi
if configure asan && build asan gpusel_tests; then step sanitizers run_ctest asan; else broken sanitizers; fi

if build_site >"$logs/site.log" 2>&1; then
  step size node tests/size/size.mjs dist
  step browser run_browser
  if command -v firefox-esr >/dev/null 2>&1; then step firefox run_firefox; fi
else
  tail -n 30 "$logs/site.log"
  broken site
fi

step format check_format
step tidy tidy

echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" -gt 0 ]
