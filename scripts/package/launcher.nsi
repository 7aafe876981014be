; Quoth.exe: starts the command line without a console, for the start menu, "Open with" and the start at login. Its arguments are the command line's.
Unicode true
Target amd64-unicode
Name "Quoth"
OutFile "${OUT}"
RequestExecutionLevel user
SilentInstall silent
SetCompressor zlib
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Quoth"
VIAddVersionKey "FileDescription" "Quoth"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "Apache-2.0"
!include "FileFunc.nsh"
Section
  ${GetParameters} $0
  nsExec::Exec '"$EXEDIR\node.exe" --disable-warning=ExperimentalWarning "$EXEDIR\dist\quoth\quoth.js" $0'
  Pop $0
  SetErrorLevel $0
SectionEnd
