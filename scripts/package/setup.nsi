; quoth-setup.exe: for this user alone, without elevation.
;   /S           asks nothing      /LOGIN  and starts Quoth at login      /D=FOLDER  another folder (last)
; Exit codes: 0 done, 2 refused (a newer version is installed, or Quoth could not be stopped).
Unicode true
Target amd64-unicode
Name "Quoth"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\Quoth"
RequestExecutionLevel user
SetCompressor ${COMPRESSOR}
VIProductVersion "${VERSION}.0"
VIAddVersionKey "ProductName" "Quoth"
VIAddVersionKey "FileDescription" "Quoth setup"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "Apache-2.0"
!include "MUI2.nsh"
!include "LogicLib.nsh"
!include "FileFunc.nsh"
!include "WordFunc.nsh"
!define OPEN "Software\Classes\Applications\Quoth.exe"
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Quoth"
!define QUOTH '"$INSTDIR\node.exe" --disable-warning=ExperimentalWarning "$INSTDIR\dist\quoth\quoth.js"'
!define MUI_FINISHPAGE_RUN "$INSTDIR\Quoth.exe"
!define MUI_FINISHPAGE_RUN_PARAMETERS "start"
!define MUI_FINISHPAGE_RUN_TEXT "Start Quoth"
!define MUI_UNCONFIRMPAGE_TEXT_TOP "Quoth will be stopped and removed. Your recordings, models and settings stay in $LOCALAPPDATA\Quoth: delete that folder yourself if you no longer need them."
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

; What "Open with" offers Quoth for, beside any file that a user chooses it for.
!macro ForEachType DO
  !insertmacro ${DO} ".wav"
  !insertmacro ${DO} ".mp3"
  !insertmacro ${DO} ".m4a"
  !insertmacro ${DO} ".aac"
  !insertmacro ${DO} ".flac"
  !insertmacro ${DO} ".ogg"
  !insertmacro ${DO} ".opus"
  !insertmacro ${DO} ".webm"
  !insertmacro ${DO} ".wma"
  !insertmacro ${DO} ".mp4"
  !insertmacro ${DO} ".mkv"
  !insertmacro ${DO} ".mov"
!macroend
!macro OfferFor TYPE
  WriteRegStr HKCU "${OPEN}\SupportedTypes" "${TYPE}" ""
!macroend

; "quoth stop" ends what is being recorded properly: its audio is kept, and transcribed after the next start. $R9 is "0" where Quoth ran.
!macro StopQuoth
  StrCpy $R9 ""
  ${If} ${FileExists} "$INSTDIR\dist\quoth\quoth.js"
    DetailPrint "Stopping Quoth"
    nsExec::ExecToLog '${QUOTH} status'
    Pop $R9
    nsExec::ExecToLog '${QUOTH} stop'
    Pop $0
    ; A program that still runs keeps its file: better now than half way.
    ClearErrors
    StrCpy $1 0
    ${Do}
      ClearErrors
      FileOpen $0 "$INSTDIR\node.exe" a
      ${IfNot} ${Errors}
        FileClose $0
        ${ExitDo}
      ${EndIf}
      IntOp $1 $1 + 1
      ${If} $1 > 20
        MessageBox MB_OK|MB_ICONSTOP "Quoth, or a program that uses it, is still running. Close it, then try again." /SD IDOK
        SetErrorLevel 2
        Quit
      ${EndIf}
      Sleep 500
    ${Loop}
  ${EndIf}
!macroend

Section "Quoth" main
  SectionIn RO
  !insertmacro StopQuoth
  ; What an earlier version had and this one has not.
  RMDir /r "$INSTDIR\dist"
  RMDir /r "$INSTDIR\node_modules"
  RMDir /r "$INSTDIR\packages"
  ClearErrors
  SetOutPath "$INSTDIR"
  File /r "${STAGE}/*"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortcut "$SMPROGRAMS\Quoth.lnk" "$INSTDIR\Quoth.exe" "start"
  WriteRegStr HKCU "${KEY}" "DisplayName" "Quoth"
  WriteRegStr HKCU "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${KEY}" "DisplayIcon" "$INSTDIR\Quoth.exe"
  WriteRegStr HKCU "${KEY}" "Publisher" "Quoth"
  WriteRegStr HKCU "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${KEY}" "EstimatedSize" ${KILOBYTES}
  WriteRegStr HKCU "${OPEN}" "FriendlyAppName" "Quoth"
  WriteRegStr HKCU "${OPEN}\shell\open\command" "" '"$INSTDIR\Quoth.exe" open "%1"'
  !insertmacro ForEachType OfferFor
  WriteRegDWORD HKCU "${KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${KEY}" "NoRepair" 1
  ; What ran before an upgrade runs after it.
  ${If} $R9 == "0"
    Exec '"$INSTDIR\Quoth.exe" start --headless'
  ${EndIf}
SectionEnd

Section /o "Start at login" login
  ; The product's own switch, so that its settings show what is set.
  nsExec::ExecToLog '${QUOTH} autostart on'
  Pop $0
SectionEnd

Function .onInit
  ReadRegStr $0 HKCU "${KEY}" "DisplayVersion"
  ${If} $0 != ""
    ${VersionCompare} "$0" "${VERSION}" $1
    ${If} $1 = 1
      MessageBox MB_OK|MB_ICONSTOP "Quoth $0 is installed, which is newer than this one (${VERSION}). Remove it first if you want the older version." /SD IDOK
      SetErrorLevel 2
      Quit
    ${EndIf}
    ReadRegStr $0 HKCU "${KEY}" "InstallLocation"
    ${If} $0 != ""
      StrCpy $INSTDIR $0
    ${EndIf}
  ${EndIf}
  ${GetParameters} $R0
  ClearErrors
  ${GetOptions} $R0 "/LOGIN" $R1
  ${IfNot} ${Errors}
    !insertmacro SelectSection ${login}
  ${EndIf}
FunctionEnd

Section "Uninstall"
  nsExec::ExecToLog '${QUOTH} autostart off'
  Pop $0
  !insertmacro StopQuoth
  Delete "$SMPROGRAMS\Quoth.lnk"
  DeleteRegKey HKCU "${KEY}"
  DeleteRegKey HKCU "${OPEN}"
  RMDir /r "$INSTDIR\dist"
  RMDir /r "$INSTDIR\node_modules"
  RMDir /r "$INSTDIR\docs"
  RMDir /r "$INSTDIR\apps"
  RMDir /r "$INSTDIR\packages"
  Delete "$INSTDIR\node.exe"
  Delete "$INSTDIR\Quoth.exe"
  Delete "$INSTDIR\quoth.cmd"
  Delete "$INSTDIR\LICENSE"
  Delete "$INSTDIR\NOTICE"
  Delete "$INSTDIR\licences.txt"
  Delete "$INSTDIR\bom.cdx.json"
  Delete "$INSTDIR\package-kind"
  Delete "$INSTDIR\uninstall.exe"
  ; Not with its contents: the folder was chosen by the user, and may hold other things.
  RMDir "$INSTDIR"
  DetailPrint "Your recordings, models and settings stay in $LOCALAPPDATA\Quoth."
SectionEnd
