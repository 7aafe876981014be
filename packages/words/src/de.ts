import type { ErrorTranslations } from './translate.ts';

/** Errors, warnings and remedies in German. */
export const words: ErrorTranslations = {
  messages: {
    // Each code's own, where nothing more is known
    unauthorized: 'Das Token fehlt oder ist falsch.',
    forbiddenOrigin: 'Diese Anfrage kam nicht von einem Programm auf diesem Computer.',
    forbiddenScope: 'Dem Token fehlt eine Berechtigung.',
    notFound: 'Diese Adresse gibt es nicht.',
    methodNotAllowed: 'Diese Adresse unterstützt die Methode nicht.',
    unsupportedMediaType: 'Dieser Inhaltstyp wird hier nicht angenommen.',
    payloadTooLarge: 'Die Anfrage ist zu groß.',
    timeout: 'Die Anfrage hat zu lange gedauert.',
    rateLimited: 'Die Warteschlange ist voll.',
    internalError: 'In Quoth ist ein Fehler aufgetreten.',
    diskFull: 'Der Datenträger ist voll.',
    invalidRequest: 'Die Eingabe ist ungültig.',
    busy: 'Das wird gerade verwendet.',
    conflict: 'Das ist im aktuellen Zustand nicht möglich.',
    alreadyExists: 'Diesen Namen gibt es schon.',
    limitReached: 'Mehr davon kann Quoth nicht speichern.',
    alreadyRunning: 'Quoth läuft bereits.',
    modelNotInstalled: 'Das Erkennungsmodell ist nicht installiert.',
    modelNotFound: 'Dieses Modell gibt es nicht.',
    engineUnavailable: 'Die Engine kann gerade nicht verwendet werden.',
    missingApiKey: 'Der API-Schlüssel des Anbieters fehlt oder wurde abgelehnt.',
    paymentRequired: 'Das Guthaben beim Gateway ist aufgebraucht.',
    fileNotFound: 'Unter diesem Pfad gibt es keine Datei.',
    fileAccessDenied: 'Die Datei darf nicht gelesen werden.',
    fileNotAllowed: 'Dateien in diesem Ordner dürfen nicht über die API gelesen werden.',
    audioDecodeFailed: 'Die Audiodatei kann nicht gelesen werden.',
    transcriptionFailed: 'Die Transkription ist fehlgeschlagen.',
    microphoneUnavailable: 'Es ist kein Mikrofon verfügbar.',
    modeNotFound: 'Diesen Modus gibt es nicht.',
    modeNameTaken: 'Ein anderer Modus heißt schon so.',
    recordingNotFound: 'Diese Aufnahme gibt es nicht.',
    noSpeech: 'Es wurde keine Sprache erkannt.',
    recordingNotAllowed: 'Dieses Programm darf das Mikrofon nicht verwenden.',
    purgeNotAllowed: 'Programme dürfen den Papierkorb nicht leeren.',
    notRecording: 'Es läuft keine Aufnahme.',
    notPasted: 'Der Text wurde nicht am Cursor eingefügt.',
    clipboardUnavailable: 'Die Zwischenablage kann nicht verwendet werden.',
    selectionUnavailable: 'Der ausgewählte Text kann nicht gelesen werden.',
    desktopUnavailable: 'Diese Desktop-Umgebung erlaubt Quoth das nicht.',
    windowUnavailable: 'Das Fenster kann nicht geöffnet werden.',
    keyStoreUnavailable: 'Der Schlüsselbund kann nicht verwendet werden.',
    recorderBusy: 'Der Rekorder wird gerade verwendet.',
    declined: 'Die Anfrage wurde abgelehnt.',
    questionNotFound: 'Diese Frage gibt es nicht.',
    cancelled: 'Der Vorgang wurde abgebrochen.',
    // Models
    modelInUse: '{model} wird gerade für eine Transkription verwendet.',
    waitUntilFinishedOrCancel:
      'Warten Sie, bis sie fertig ist, oder brechen Sie sie ab; versuchen Sie es dann noch einmal.',
    modelOfPackage: '{model} gehört zu einem Paket des Systems, das es in {folder} abgelegt hat.',
    removePackage: 'Entfernen Sie stattdessen das Paket. Unter Debian nennt es dieser Befehl: dpkg -S {path}',
    modelFileOtherSize:
      'Das ist nicht die Datei von {model}: Sie hat {size} ({bytes} Bytes), erwartet waren {wantedSize} ({wanted} Bytes).',
    incompleteModelFile:
      'Vielleicht ist der Download unvollständig: Laden Sie sie unter der angegebenen Adresse neu herunter.',
    modelFileOtherChecksum:
      'Das ist nicht die Datei von {model}: Ihre Prüfsumme ist {found}, erwartet war {wanted}.',
    damagedModelFile:
      'Sie ist beschädigt oder eine andere Datei: Laden Sie sie unter der angegebenen Adresse neu herunter.',
    modelFileUnusable: '{file} im Modellordner kann nicht verwendet werden.',
    modelFileGone: 'Die Datei von {model} ist nicht mehr im Modellordner.',
    modelFileChanged: 'Die Datei von {model} ist beschädigt oder wurde ersetzt.',
    includedModelMissing: 'Die Datei von {model}, die zu Quoth gehört, fehlt: {path}.',
    includedModelDamaged: 'Die Datei von {model}, die zu Quoth gehört, ist beschädigt: {path}.',
    namedModelNotInstalled: '{model} ist nicht installiert.',
    importedModelNotDownloadable:
      '{model} wurde aus einer Datei importiert und kann nicht heruntergeladen werden.',
    downloadFailedAlready: 'Dieser Download ist schon fehlgeschlagen.',
    modelNotDownloading: 'Dieses Modell wird nicht heruntergeladen.',
    notEnoughSpace: 'Nicht genug Platz für {what}: {needed} nötig, {free} frei, davon {reserved} reserviert.',
    diskFullWhileDownloading: 'Beim Herunterladen von {model} wurde der Datenträger voll.',
    freeSpaceForModel:
      'Schaffen Sie Platz auf dem Datenträger mit dem Datenordner (siehe „Einstellungen“ > „Über Quoth“), oder entfernen Sie ein Modell unter „Modelle“.',
    downloadModel: 'Laden Sie es unter „Modelle“ herunter.',
    importModelAgain: 'Importieren Sie die Datei unter „Modelle“ noch einmal.',
    restoreIncludedModel:
      'Installieren Sie Quoth neu und starten Sie es neu, oder laden Sie unter „Modelle“ eine andere Datei dieses Modells herunter.',
    removeModel: 'Unter „Modelle“ können Sie es entfernen.',
    continueDownload: 'Setzen Sie den Download unter „Modelle“ fort, oder brechen Sie ihn dort ab.',
    freeSpaceThenContinue: 'Schaffen Sie Platz, und setzen Sie den Download unter „Modelle“ fort.',
    beginDownload: 'Laden Sie es unter „Modelle“ herunter.',
    cancelDownload: 'Brechen Sie den Download unter „Modelle“ ab.',
    runModelDownload: 'Laden Sie es unter „Modelle“ herunter.',
    modelNotInstalledHere: 'Das Modell {model} ist nicht installiert.',
    theseDownloads: 'diese Downloads',
    modelNotDownloaded: '{model} konnte nicht heruntergeladen werden: {why}.',
    downloadByHand:
      'Versuchen Sie es später unter „Modelle“ noch einmal. Installierte Modelle funktionieren weiter. Von Hand: Laden Sie {address} herunter (SHA-256 {sha256}), und importieren Sie die Datei unter „Modelle“.',
    hubUnreachable: '{host} ist nicht erreichbar',
    hubStoppedSending: '{host} sendet nicht mehr',
    hubBrokeConnection: '{host} hat die Verbindung mehrmals unterbrochen',
    hubNotWorking: '{host} hat eine Störung (Status {status})',
    hubBusy: '{host} meldet zu viele Anfragen',
    hubBusyFor: '{host} meldet zu viele Anfragen und bittet um {minutes} min Pause',
    hubRedirectsUnsafely: '{host} leitet zu {address} um, was nicht sicher ist',
    hubRedirectsNowhere: '{host} leitet zu einer ungültigen Adresse um',
    hubRedirectsTooOften: '{host} leitet zu oft um',
    hubHasOtherFile: 'unter der Adresse liegt jetzt eine andere Datei',
    hubHasNoFile: 'unter der Adresse gibt es keine solche Datei',
    hubRefused: 'der Server hat es abgelehnt (Status {status})',
    hubLacksRest: 'der Server hat die restlichen Bytes nicht',
    hubFileChanged: 'die Datei hat sich beim Herunterladen geändert',
    hubWouldRestart: 'der Server würde mit einer Datei anderer Länge neu beginnen',
    hubSentOtherRange: 'der Server hat einen anderen Bereich gesendet als verlangt',
    webPageArrived: 'es kam eine Webseite; vielleicht verlangt das Netzwerk eine Anmeldung',
    downloadedFileDiffers: 'die Datei ist nicht die aus dem Katalog (andere Prüfsumme)',
    tooManyBytesArrived: 'mehr als {bytes} Bytes kamen an',
    otherLengthAnnounced: '{announced} Bytes wurden angekündigt statt {wanted}',
    fileIsNoModel: 'Diese Datei ist kein brauchbares Erkennungsmodell: {why}.',
    fileIsEmpty: 'sie ist leer',
    fileIsNoGguf: 'sie ist keine GGUF-Datei',
    fileEndsTooEarly: 'sie ist unvollständig',
    ggufVersionUnsupported: 'ihre GGUF-Version {version} wird nicht unterstützt',
    ggufHeaderDamaged: 'ihr Kopf ist beschädigt',
    ggufHeaderTooLarge: 'ihr Kopf ist zu groß',
    ggufWithoutArchitecture: 'ihre Modellarchitektur ist nicht angegeben',
    architectureUnsupported:
      'Dieses Modell hat die Architektur „{architecture}“, die keine installierte Engine unterstützt.',
    supportedArchitectures: 'Unterstützte Architekturen: {names}.',
    downloadModelFileAgain:
      'Laden Sie sie neu herunter; Größe und Prüfsumme müssen zu den Angaben der Quelle passen. Modelldateien enden auf .gguf.',
    modelPathNotAbsolute: 'Geben Sie den vollen Pfad der Modelldatei ein.',
    modelFileNotAllowed: 'Das ist keine gewöhnliche Datei, oder sie gehört Quoth oder dem System.',
    giveModelFile: 'Wählen Sie eine Modelldatei; sie endet auf .gguf.',
    modelFilesEndIn: 'Modelldateien enden auf .gguf.',
    fileBecameLonger: 'Die Datei hat sich beim Kopieren verändert.',
    fileBecameShorter: 'Die Datei hat sich beim Kopieren verändert.',
    tryAgainOnceUnwritten: 'Versuchen Sie es noch einmal, wenn nichts mehr in sie schreibt.',
    // Actions
    actionNotFound: 'Diese Aktion gibt es nicht.',
    listActionsAgain: 'Vielleicht wurde sie gelöscht; laden Sie die Liste neu.',
    actionNameTaken: 'Es gibt schon eine Aktion namens „{name}“.',
    chooseOtherName: 'Wählen Sie einen anderen Namen; Groß- und Kleinschreibung zählt nicht.',
    tooManyActions: 'Es gibt schon {count} Aktionen.',
    deleteUnused: 'Löschen Sie, was nicht mehr gebraucht wird.',
    actionKindFixed: 'Die Art einer Aktion lässt sich nicht ändern.',
    addOtherAction: 'Fügen Sie eine andere Aktion hinzu und löschen Sie diese.',
    actionRunNotFound: 'Diese Ausführung gibt es nicht.',
    listRunsAgain: 'Vielleicht wurde die Aufnahme oder die Aktion gelöscht; laden Sie die Liste neu.',
    quothWasStopped: 'Quoth wurde beendet.',
    quothEndedUnexpectedly: 'Quoth wurde unerwartet beendet.',
    onlyPostsHaveSecret: 'Nur Aktionen, die an eine Adresse senden, haben ein Signaturgeheimnis.',
    actionPaused: 'Die Aktion „{name}“ ist pausiert.',
    recordingWithoutText: 'Diese Aufnahme hat keinen Text.',
    attemptRunning: 'Gerade läuft ein Versuch.',
    waitUntilAttemptEnded: 'Warten Sie, bis er beendet ist.',
    systemFoldersRefused: 'In die Ordner des Systems und von Quoth wird nichts geschrieben.',
    linkNotFollowed:
      'Das ist ein symbolischer Link; Links wird nicht gefolgt. Geben Sie den Pfad der Datei selbst an.',
    pathIsFolder: 'Das ist ein Ordner. Geben Sie den Pfad einer Datei an.',
    folderReplacedByLink:
      'Die Datei liegt nicht, wo sie zu liegen schien: Ein Ordner wurde durch einen Link ersetzt.',
    hiddenFilesRefused:
      'In verborgene Dateien und Ordner (mit einem Punkt am Anfang) in Ihrem persönlichen Ordner wird nichts geschrieben.',
    addedToFile: 'Zu {path} hinzugefügt.',
    notAFile: 'Das ist keine Datei.',
    fileReplacedAllTheTime: 'Diese Datei wird ständig ersetzt.',
    fileNotWritable:
      'Diese Datei darf nicht geschrieben werden. Prüfen Sie die Zugriffsrechte der Datei und ihres Ordners.',
    fileOpenElsewhere: 'Diese Datei ist in einem anderen Programm geöffnet.',
    fileSystemReadOnly:
      'Diese Datei liegt dort, wo nicht geschrieben werden kann (das Dateisystem ist schreibgeschützt).',
    pathThroughFile: 'Ein Teil dieses Pfads ist eine Datei, kein Ordner.',
    pathTooLong: 'Dieser Pfad ist zu lang.',
    fileNotWritten: 'Die Datei konnte nicht geschrieben werden.',
    programTimedOut: 'Nach {seconds} s beendet: Zeitlimit erreicht.',
    programExited: 'Mit Status {status} beendet.',
    programKilled: 'Durch {signal} beendet.',
    programNotFound:
      'Es gibt kein Programm „{program}“. Geben Sie den vollen Pfad an, oder prüfen Sie, ob es im PATH liegt.',
    programNotExecutable:
      '„{program}“ darf nicht ausgeführt werden. Machen Sie es ausführbar, etwa mit: chmod u+x',
    notAProgram: '„{program}“ ist kein Programm. Ein Skript beginnt mit einer Zeile wie #!/bin/sh',
    programNeedsShell:
      '„{program}“ lässt sich nicht ohne Shell starten. Geben Sie das Programm an, das es ausführt, etwa cmd.exe mit /c.',
    argumentsTooLong: 'Die Argumente sind für dieses System zu lang.',
    programNotStarted: 'Das Programm konnte nicht gestartet werden.',
    signingSecretMissing: 'Das Signaturgeheimnis fehlt. Erzeugen Sie für diese Aktion ein neues.',
    answerTooLate: 'Keine vollständige Antwort innerhalb von {seconds} s.',
    answered: 'Antwort: {status}.',
    answeredRedirect:
      'Antwort: {status}, eine Weiterleitung, der nicht gefolgt wird. Geben Sie die endgültige Adresse an.',
    answeredGone: 'Antwort: 410, diese Adresse gibt es nicht mehr.',
    nameLeadsElsewhere:
      'Dieser Name führt nicht zu diesem Computer, und http ist nur dorthin möglich. Verwenden Sie https.',
    nothingListens: 'Unter dieser Adresse antwortet nichts.',
    nameNotResolved: 'Der Name in dieser Adresse lässt sich nicht auflösen.',
    notHttps: 'Was dort antwortet, beherrscht https nicht richtig ({code}), daher wurde nichts gesendet.',
    certificateRefused: 'Das Zertifikat wird nicht akzeptiert ({code}), daher wurde nichts gesendet.',
    addressNotReached: 'Die Adresse ist nicht erreichbar.',
    addressNotReachedCode: 'Die Adresse ist nicht erreichbar ({code}).',
    actionPausedGone:
      'Die Aktion „{name}“ ist pausiert: Laut Empfänger gibt es die Adresse nicht mehr (410). Texte warten, bis sie wieder eingeschaltet ist.',
    actionPausedFailures:
      'Die Aktion „{name}“ ist nach {count} Fehlversuchen nacheinander pausiert. Texte warten, bis sie wieder eingeschaltet ist.',
    resumeAction: 'Schalten Sie sie zuerst unter „Einstellungen“ > „Aktionen“ ein.',
    lookIntoAction:
      'Die Versuche unter „Einstellungen“ > „Aktionen“ zeigen die Ursache. Schalten Sie die Aktion danach dort wieder ein.',
    // Dictation
    microphoneSilent: 'Das Mikrofon liefert nur Stille.',
    microphoneMaybeMuted: 'Vielleicht ist es stummgeschaltet, oder ein anderes Programm verwendet es.',
    seeOtherMicrophones: 'Mehr dazu unter „Einstellungen“ > „Allgemein“.',
    seeMicrophones: 'Mehr dazu unter „Einstellungen“ > „Allgemein“.',
    noSpeechForLong: 'Seit fünf Minuten keine Sprache. Nach zehn Minuten stoppt die Aufnahme.',
    speakOrConfirm: 'Sprechen Sie, oder bestätigen Sie, dass Sie noch da sind.',
    recordingLimitNear:
      'Diese Aufnahme erreicht gleich das Limit von sechs Stunden. Sie stoppt in höchstens zehn Minuten.',
    stopAndStartAnother: 'Stoppen Sie sie, und starten Sie eine neue.',
    alreadyRecording: 'Es läuft bereits eine Aufnahme.',
    endRecordingFirst: 'Stoppen oder verwerfen Sie die Aufnahme zuerst.',
    stoppedBeforeBegun: 'Die Aufnahme wurde gestoppt, bevor sie begann.',
    startAndSpeak: 'Starten Sie neu, und stoppen Sie, wenn Sie gesprochen haben.',
    stillBeingRecorded: 'Dieses Diktat wird noch aufgenommen.',
    stopOrWait: 'Stoppen Sie die Aufnahme zuerst.',
    noSuchDictation: 'Dieses Diktat gibt es nicht, oder es ist seit über einer Minute fertig.',
    seeKeptDictations: 'Mehr dazu unter „Verlauf“.',
    nothingReplaced: 'Von diesem Diktat ist kein ersetzter Text aufbewahrt.',
    replacedTextsExpire:
      'Was eine Bearbeitung per Stimme ersetzt hat, bleibt zehn Minuten im Speicher. Vielleicht kann das Programm mit dem Text es rückgängig machen.',
    selectionUnreadableHere: 'In dieser Desktop-Umgebung kann Quoth ausgewählten Text nicht lesen.',
    editByVoiceWorksOn: 'Bearbeiten per Stimme funktioniert unter X11, macOS und Windows.',
    selectionNotRead: 'Es konnte kein ausgewählter Text gelesen werden, daher wurde nichts geändert.',
    selectTextOrDictate:
      'Wählen Sie den Text aus, und versuchen Sie es noch einmal. Zum Diktieren verwenden Sie das Tastenkürzel dafür.',
    nothingSelected: 'Kein ausgewählter Text gefunden: Was Sie sagen, wird unverändert eingefügt.',
    diskFullWhileRecording: 'Der Datenträger ist voll: Die Aufnahme wurde gestoppt.',
    recordingNotWritten: 'Die Aufnahme konnte nicht gespeichert werden und wurde gestoppt.',
    freeSpaceThenTranscribe:
      'Schaffen Sie Platz, und transkribieren Sie sie im Verlauf noch einmal: Alles bis dahin Aufgenommene ist da.',
    freeSpaceThenRecord:
      'Davon konnte nichts gespeichert werden. Schaffen Sie Platz auf dem Datenträger mit dem Datenordner, und nehmen Sie neu auf.',
    microphoneDisconnected: 'Das Mikrofon wurde getrennt.',
    microphoneWithoutSound: 'Das Mikrofon wurde geöffnet, lieferte aber keinen Ton.',
    tryAgainOrChooseAnother: 'Versuchen Sie es noch einmal, oder wählen Sie ein anderes.',
    endedBeforeAudio: 'Die Aufnahme endete, bevor Ton ankam.',
    shuttingDown: 'Quoth wird beendet.',
    windowsNotSeen: 'In dieser Desktop-Umgebung sind die Fenster anderer Programme nicht sichtbar.',
    enterProgramYourself: 'Geben Sie den Namen des Programms in der Regel selbst ein.',
    deletedPermanently: 'Diese Aufnahme ist endgültig gelöscht.',
    discardedKeptFor: 'Eine verworfene Aufnahme lässt sich {seconds} Sekunden lang wiederherstellen.',
    copyPrivateText: 'Er wird nirgends gespeichert. Eine Minute lang steht er unter „Aufnehmen“.',
    selectedTextStays: 'Der ausgewählte Text bleibt unverändert. {why}',
    editCameToNothing: 'Das Sprachmodell hat keinen brauchbaren Ersatz geliefert.',
    spokenIsInHistory: 'Was Sie gesagt haben, steht im Verlauf.',
    startRecordingFirst: 'Starten Sie zuerst eine Aufnahme.',
    waitForRecorder: 'Versuchen Sie es gleich noch einmal.',
    recordingCancelledByUser: 'Die Aufnahme wurde vom Benutzer verworfen.',
    recordingTooLong: 'Eine Aufnahme kann höchstens {hours} Stunden dauern.',
    endAndBeginAnother: 'Beenden Sie sie, und beginnen Sie eine neue. Was angekommen ist, bleibt erhalten.',
    // Questions of programs
    allowRecordingOfShared: 'Erlauben Sie Programmen mit diesem Token unter „Programme“, zu fragen.',
    allowRecordingOfToken: 'Erlauben Sie es unter „Programme“.',
    screenLocked: 'Der Bildschirm ist gesperrt, daher sähe niemand, dass dieses Programm aufnimmt.',
    tryWhenUnlocked: 'Versuchen Sie es noch einmal, wenn der Bildschirm entsperrt ist.',
    recordingNotShown: 'Nichts auf diesem Computer könnte anzeigen, dass ein Programm aufnimmt.',
    openWindowToBeAsked:
      'Öffnen Sie das Fenster von Quoth, oder verwenden Sie Quoth auf einem Desktop mit X11 oder Benachrichtigungen.',
    recorderUsedByOther: 'Der Benutzer oder ein anderes Programm verwendet gerade den Rekorder.',
    questionOpen: 'Auf dem Bildschirm steht bereits eine Frage.',
    tooManyQuestions: 'Dieses Programm hat innerhalb einer Minute {count} Mal gefragt.',
    waitBeforeAsking: 'Warten Sie eine Minute, bevor Sie wieder fragen, und fassen Sie alles in eine Frage.',
    fieldNotForPrograms:
      'Ein Programm kann „{field}“ nicht setzen: Was es aufnimmt, geht nur an das Programm selbst, vom Mikrofon, das der Benutzer gewählt hat.',
    readTextLater: '',
    noOneReacted: 'Innerhalb von {minutes} Minuten hat niemand reagiert.',
    userMayBeAway: 'Der Benutzer ist vielleicht nicht da. Fragen Sie auf anderem Weg oder später.',
    questionWithdrawn: 'Die Frage wurde zurückgezogen, bevor sie beantwortet war.',
    whyWithdrawn:
      'Sie wird zurückgezogen, wenn niemand auf die Antwort wartet, wenn der Bildschirm gesperrt ist und wenn der Benutzer sie nicht mehr erlaubt.',
    onlyProgramsAsk: 'Nur Programme stellen Fragen, über die lokale API.',
    recordYourself: 'Um selbst aufzunehmen, gehen Sie zu „Aufnehmen“.',
    programRecordsAtMost: 'Ein Programm nimmt höchstens {seconds} Sekunden lang auf.',
    lowerMaxSeconds: 'Setzen Sie „max_seconds“ auf höchstens diesen Wert.',
    allowRecording: 'Erlauben Sie es unter „Programme“.',
    // Modes
    oneModeIsDefault: 'Ein Modus muss der Standard sein.',
    makeOtherModeDefault: 'Legen Sie stattdessen einen anderen Modus als Standard fest.',
    lastModeStays: 'Der letzte Modus kann nicht gelöscht werden.',
    createOtherModeFirst: 'Erstellen Sie zuerst einen anderen, oder ändern Sie diesen.',
    wyomingModeNotFound: 'Es gibt keinen Modus mit der Kennung, die wyomingMode nennt.',
    changeNotFound: 'Diese Änderung gibt es nicht mehr.',
    changesKeptFor: 'Änderungen werden {days} Tage aufbewahrt.',
    changeUndoneAlready: 'Diese Änderung wurde schon rückgängig gemacht.',
    modeExistsAgain: 'Den Modus gibt es wieder. Das lässt sich nicht mehr rückgängig machen.',
    modeGone: 'Den Modus gibt es nicht mehr. Das lässt sich nicht mehr rückgängig machen.',
    modeChangedSince:
      'Der Modus wurde seitdem noch einmal geändert. Das lässt sich nicht mehr rückgängig machen.',
    changeModeByHand: 'Öffnen Sie den Modus, und ändern Sie ihn von Hand.',
    folderPathNotFull: 'Ein Ordner wird mit seinem vollen Pfad angegeben.',
    enterWholePath: 'Geben Sie den ganzen Pfad ein, etwa {path}.',
    shortcutTwice: 'Eine andere Aktion hat dasselbe Tastenkürzel.',
    vocabularyEntryNotFound: 'Diesen Eintrag gibt es im Vokabular nicht.',
    listVocabularyAgain: 'Vielleicht wurde er gelöscht; laden Sie das Vokabular neu.',
    inVocabularyAlready: '„{phrase}“ steht schon im Vokabular.',
    changeThatEntry: 'Ändern Sie stattdessen den vorhandenen Eintrag.',
    vocabularyFull: 'Ein Vokabular hat höchstens {count} Einträge.',
    deleteUnneeded: 'Löschen Sie, was Sie nicht mehr brauchen.',
    existsAlready: 'Das gibt es schon.',
    // Programs
    revokeThatToken: 'Widerrufen Sie zuerst dieses Token.',
    otherNameOrRevoke: 'Wählen Sie einen anderen Namen, oder widerrufen Sie zuerst dieses Token.',
    tokenNotFound: 'Dieses Token gibt es nicht.',
    listTokensAgain: 'Vielleicht wurde es widerrufen; laden Sie die Liste neu.',
    tokenNotDeleted:
      'Das Token „{name}“ wird ab jetzt abgelehnt, konnte aber nicht gelöscht werden: Nach einem Neustart würde es wieder gelten.',
    freeSpaceThenRevoke: 'Schaffen Sie Platz, und widerrufen Sie es dann erneut.',
    waitThenRevoke: 'Warten Sie einen Moment, und widerrufen Sie es dann erneut.',
    tokenCannotRecord: 'Das Token „{name}“ hat die Berechtigung „record“ nicht.',
    createTokenWithIt:
      'Erstellen Sie ein anderes Token mit dieser Berechtigung; die Berechtigungen eines Tokens ändern sich nie.',
    tokenEndInPast: 'Das Ablaufdatum dieses Tokens liegt in der Vergangenheit.',
    chooseLaterDate: 'Wählen Sie ein späteres Datum oder keines.',
    tooManyTokens: 'Es gibt schon {count} Tokens.',
    revokeUnused: 'Widerrufen Sie, was nicht mehr gebraucht wird.',
    tokenInFile:
      'Dieser Computer hat keinen Schlüsselbund ({store}), daher liegt das Token in einer Datei, die nur Sie lesen können.',
    tokenMayMove:
      'Sie müssen nichts tun. Sobald ein Schlüsselbund-Dienst läuft, erzeugen Sie das Token neu: Dann liegt es dort.',
    tokenNotStoredDiskFull: 'Der Speicherplatz war voll, daher gilt das Token nur bis zum Beenden.',
    freeSpaceThenNewToken: 'Schaffen Sie Platz, und erzeugen Sie ein neues Token.',
    tokenStoreLocked:
      '{store} ist gesperrt oder hat nicht geantwortet, daher gilt das Token nur bis zum Beenden.',
    unlockKeyringRestart:
      'Entsperren Sie den Schlüsselbund, und starten Sie Quoth neu, um das gespeicherte Token zu verwenden.',
    tokenNameTaken: 'Es gibt schon ein Token namens „{name}“.',
    tokenNameShown: 'Es gibt bereits ein Token namens „{name}“, und es wurde jemandem gezeigt.',
    newTokenNotStored: 'Das neue Token konnte nicht gespeichert werden. Das alte gilt nicht mehr.',
    newTokenNotStoredYet:
      'Das neue Token konnte nicht gespeichert werden. Das alte gilt nicht mehr, bis Quoth beendet wird.',
    newTokenNotStoredDiskFull:
      'Der Datenträger ist voll, daher konnte das neue Token nicht gespeichert werden. Das alte gilt nicht mehr.',
    newTokenNotStoredDiskFullYet:
      'Der Datenträger ist voll, daher konnte das neue Token nicht gespeichert werden. Das alte gilt nicht mehr, bis Quoth beendet wird.',
    unlockThenNewToken: 'Entsperren Sie {store}, und erzeugen Sie ein neues Token.',
    // Backups
    databaseDamagedAt: 'Die Datenbank {path} ist beschädigt.',
    moveDatabaseAside:
      'Verschieben Sie die Datei an einen anderen Ort (behalten Sie sie) und starten Sie Quoth neu, oder stellen Sie sie aus einer Sicherung wieder her. Die Audiodateien daneben sind unberührt.',
    freeSpaceAtPath: 'Geben Sie dort Speicherplatz frei, wo {path} liegt, und starten Sie Quoth neu.',
    dataOfNewerVersion: 'Die Daten wurden von einer neueren Version von Quoth geschrieben.',
    installNewerVersion:
      'Installieren Sie wieder die neuere Version, oder kehren Sie zur Kopie der Datenbank von vor der Aktualisierung zurück („quoth restore“ zeigt die Kopien). Es wurde nichts geändert; die Datei ist {path}.',
    alreadyRunningHere: 'Quoth läuft bereits mit diesem Datenordner.',
    backupOfNewerFormat:
      'Diese Sicherung stammt von Quoth {version} und hat ein Format, das diese Version nicht lesen kann.',
    installThatVersion: 'Installieren Sie Quoth {version} oder neuer, und stellen Sie sie dann wieder her.',
    notABackup: 'Diese Datei ist keine Sicherung von Quoth.',
    chooseBackupFile:
      'Wählen Sie eine Datei, die Quoth als Sicherung geschrieben hat. Es wurde nichts geändert.',
    backupDamaged: 'Diese Sicherung ist beschädigt oder unvollständig.',
    copyBackupAgain:
      'Kopieren Sie die Datei neu von ihrem Ursprung, oder wählen Sie eine andere Sicherung. Es wurde nichts geändert.',
    wrongPassphrase: 'Diese Passphrase passt nicht zu den Schlüsseln der Sicherung.',
    nothingWasChanged: 'Es wurde nichts geändert.',
    nothingToBackUp: 'In {folder} gibt es nichts zu sichern.',
    startOnceOrNameFolder:
      'Starten Sie Quoth einmal, oder nennen Sie in QUOTH_HOME einen anderen Datenordner.',
    backupRunning: 'Es läuft schon eine Sicherung oder Wiederherstellung.',
    waitUntilDone: 'Warten Sie, bis das fertig ist, und versuchen Sie es noch einmal.',
    backupInDataFolder: 'Eine Sicherung kann nicht im Datenordner selbst liegen.',
    chooseOtherFolder: 'Wählen Sie einen anderen Ordner, am besten auf einem anderen Datenträger.',
    fileIsFolder: '{file} ist ein Ordner.',
    nameFileInFolder: 'Geben Sie eine Datei darin an, etwa {path}.',
    fileIsDevice: '{file} ist ein Gerät oder eine Verknüpfung.',
    nameNewFile: 'Geben Sie eine neue Datei an.',
    fileExistsAlready: '{file} gibt es schon.',
    otherNameOrDelete: 'Wählen Sie einen anderen Namen, oder löschen Sie zuerst diese Datei.',
    folderNotFound: 'Den Ordner {folder} gibt es nicht.',
    createFolderOrOther: 'Legen Sie ihn an, oder wählen Sie einen anderen.',
    tooLittleSpace: 'In {folder} ist nicht genug Platz: {megabytes} MB sind nötig.',
    freeSpaceOrOtherDisk:
      'Schaffen Sie dort Platz, oder wählen Sie einen anderen Datenträger, und versuchen Sie es noch einmal.',
    noFileAt: 'Die Datei {file} gibt es nicht.',
    pathIsNoFile: '{file} ist keine Datei.',
    nameABackup: 'Geben Sie eine Sicherung an.',
    restoreUnfinished: 'Eine frühere Wiederherstellung ist nicht abgeschlossen.',
    startToFinishRestore: 'Starten Sie Quoth einmal: Damit wird sie abgeschlossen.',
    folderNotEmpty: '{path} ist nicht leer.',
    nameEmptyFolder:
      'Nennen Sie einen neuen oder leeren Ordner. Ohne --into ersetzt die Sicherung, was Quoth jetzt hat.',
    stopOtherCopy: 'Beenden Sie zuerst das andere.',
    restoreWithoutKeys:
      'Versuchen Sie es noch einmal, oder lassen Sie die Passphrase leer, um ohne die Schlüssel wiederherzustellen.',
    // Listeners
    apiPortInUse: 'Port {port} wird von einem anderen Programm verwendet, daher bleibt die lokale API aus.',
    apiPortReplaced:
      'Port {wanted} wird von einem anderen Programm verwendet; die lokale API verwendet stattdessen Port {port}.',
    apiPortForbidden:
      'Port {port} darf von diesem Benutzer nicht verwendet werden, daher bleibt die lokale API aus.',
    apiPortReplacedForbidden:
      'Port {wanted} darf von diesem Benutzer nicht verwendet werden; die lokale API verwendet stattdessen Port {port}.',
    setOtherPort:
      'Legen Sie einen anderen oder keinen Port fest, das gilt sofort; oder beenden Sie das Programm, und schalten Sie die lokale API wieder ein.',
    giveOthersNewPort:
      'Programme, die die Discovery-Datei lesen, finden ihn; andere brauchen den neuen Port.',
    discoveryNotWritten:
      'Die Discovery-Datei {path} kann nicht geschrieben werden ({why}), daher bleibt die lokale API aus.',
    makeRoomThenSwitchOn:
      'Entfernen Sie, was an dieser Stelle liegt, oder schaffen Sie Platz, und schalten Sie die lokale API wieder ein.',
    folderWithThatName: 'dort ist ein Ordner mit diesem Namen',
    unknownReason: 'unbekannter Grund',
    windowAddressUsedTwice:
      'Die Adresse eines Fensters wurde zweimal verwendet, daher wurde es zur Sicherheit geschlossen.',
    openNewWindow:
      'Öffnen Sie ein neues. Passiert es wieder, suchen Sie nach einem Programm, das die Adressen in Ihrem Browser mitliest.',
    windowSessionEnded: 'Die Sitzung dieses Fensters ist beendet.',
    wyomingModeGone: 'Den für Wyoming gewählten Modus gibt es nicht mehr, daher schlagen Anfragen fehl.',
    wyomingStopped: 'Quoth nimmt keine Anfragen mehr an.',
    switchWyomingOn: 'Schalten Sie Wyoming in den Einstellungen wieder ein, oder starten Sie Quoth.',
    apiOnAt: 'Ein, unter http://127.0.0.1:{port}.',
    wyomingOnAt: 'Ein, unter 127.0.0.1:{port}, für jedes Programm dieses Benutzers.',
    listenerOff: 'Aus.',
    openWindow: 'Mit „quoth start“ öffnen Sie ein neues.',
    chooseWyomingMode: 'Wählen Sie einen anderen oder keinen unter „Einstellungen“ > „Erweitert“.',
    chooseWyomingPort:
      'Beenden Sie das Programm, und schalten Sie Wyoming wieder ein, oder wählen Sie einen anderen Port unter „Einstellungen“ > „Erweitert“.',
    wyomingPortInUse: 'Port {port} wird von einem anderen Programm verwendet; Wyoming bleibt aus.',
    wyomingPortForbidden: 'Port {port} darf nicht verwendet werden; Wyoming bleibt aus.',
    controlFileNotWritten:
      'Die Datei {path}, über die Befehle die Anwendung finden, kann nicht geschrieben werden ({why}).',
    makeRoomThenStart:
      'Entfernen Sie, was dort liegt, oder geben Sie Speicherplatz frei, und starten Sie Quoth neu.',
    controlSocketNotOpened: 'Der Socket für die Befehlszeile konnte nicht geöffnet werden. {reasons}.',
    setRuntimeFolder: 'Setzen Sie XDG_RUNTIME_DIR auf einen eigenen Ordner mit Modus 700 und kurzem Pfad.',
    // Local API
    routeNotFoundNear: 'Diese Route gibt es nicht. Meinten Sie {path}?',
    listsRoutes: '',
    describesFields: '',
    listsWrongFields: '',
    tooManyEventReaders: '{count} Programme lesen bereits Ereignisse.',
    closeEventStreams:
      'Schließen Sie, was nicht gebraucht wird; ein Strom kann jede Art von Ereignis enthalten.',
    bodyEncoded: 'Ein Inhalt mit Content-Encoding wird hier nicht angenommen.',
    sendUncompressed: 'Senden Sie ihn unverändert, ohne Komprimierung und ohne diesen Header.',
    acceptedTypes: 'Angenommen werden: {types}.',
    bodyTooLarge: 'Der Inhalt ist größer als {mebibytes} MiB.',
    uploadAudio:
      'Laden Sie Audio als multipart/form-data oder als rohen Inhalt hoch: bis zu 2 GiB sind möglich.',
    bodyTooSlow: 'Der Inhalt kam nicht rechtzeitig an.',
    sendAgain: 'Senden Sie die Anfrage noch einmal.',
    tooManyLargeBodies: 'Es werden bereits {count} große JSON-Inhalte gesendet.',
    waitForLargeBody: 'Warten Sie, bis einer davon gelesen ist, und versuchen Sie es noch einmal.',
    bodyNotJson: 'Der Inhalt ist kein JSON in UTF-8.',
    checkJson: 'Prüfen Sie, ob Anführungszeichen, Klammern oder Kommas fehlen.',
    tooManyJsonValues: 'Ein JSON-Inhalt hat höchstens {count} Werte.',
    sendInParts: 'Senden Sie ihn in Teilen.',
    bodyTooDeep: 'Der Inhalt ist zu tief verschachtelt.',
    fewLevelsNeeded: 'Keine Anfrage dieser API braucht mehr als einige Ebenen.',
    formMalformed: 'Das multipart-Formular ist abgeschnitten oder fehlerhaft.',
    letLibraryWriteForm: 'Lassen Sie Ihre HTTP-Bibliothek das Formular und seine Trennlinie schreiben.',
    formFieldsTooLarge: 'Die Felder des Formulars sind zusammen größer als {mebibytes} MiB.',
    onlyFileMayBeLarge: 'Senden Sie den Ton als Teil „file“; nur dieser darf groß sein.',
    formTooManyParts: 'Das Formular hat zu viele Teile.',
    formSecondFile: 'Das Formular hat mehr als eine Datei.',
    formWrongFile: 'Der Teil mit der Datei heißt „{name}“.',
    sendOneFile: 'Senden Sie eine Audiodatei, als Teil „file“.',
    formWithoutFile: 'Das Formular hat keinen Teil namens „file“.',
    sendFilePart: 'Senden Sie den Ton als Datei-Teil.',
    sendFilePartLike: 'Senden Sie den Ton als Datei-Teil: curl -F file=@talk.wav.',
    fieldWrongType: 'Ein Feld hat den falschen JSON-Typ.',
    stoppedBeforeDone: 'Quoth wurde beendet oder seine lokale API ausgeschaltet, bevor dies fertig war.',
    sendWhenAnswering: 'Senden Sie die Anfrage noch einmal, wenn Quoth antwortet.',
    originRefused:
      'Anfragen mit diesem Origin-Header werden abgelehnt, weil jede Webseite sie senden könnte.',
    callFromOwnProcess:
      'Ein Programm auf Grundlage eines Browsers (Electron, Obsidian, eine Browser-Erweiterung) ruft stattdessen aus seinem eigenen Prozess auf, wo kein Origin gesendet wird: http.request in Node, requestUrl in Obsidian.',
    tokenMisplaced:
      'Ein Token zählt nur im Authorization-Header, nie in der Adresse oder in einem Subprotokoll.',
    headersTooLarge: 'Die Header sind größer als {kibibytes} KiB.',
    requestTooSlow: 'Die Anfrage kam nicht rechtzeitig an.',
    addressNotEncoded: 'Die Adresse hat ein Zeichen, das mit Prozentzeichen kodiert werden muss.',
    percentEncode:
      'Schreiben Sie ü als %C3%BC und ein Leerzeichen als %20; curl macht es mit -G --data-urlencode "q=…".',
    notHttp: 'Das ist keine gültige HTTP-Anfrage.',
    jsonBesideAudioTooLarge: 'Ein JSON-Inhalt hat neben audio_base64 höchstens {mebibytes} MiB.',
    fieldNotBase64: '„{field}“ ist kein base64.',
    encodeFile: 'Kodieren Sie die Bytes der Datei: base64 -w0 talk.wav.',
    listsDialectModels: 'Siehe „Modelle“.',
    formatNotStreamed: 'Eine Transkription im Format {format} kann nicht gestreamt werden.',
    leaveStreamOut: 'Lassen Sie „stream“ weg, oder verlangen Sie json.',
    transcribeOrGetTranslator:
      'Transkribieren Sie ohne Übersetzung, oder laden Sie ein Modell herunter, das übersetzt.',
    eventNotAccepted: 'Ein Ereignis dieser Art wird hier nicht angenommen.',
    namedEventNotAccepted: 'Ein Ereignis der Art „{type}“ wird hier nicht angenommen.',
    sessionTakesEvents: 'Dies ist eine Sitzung zur Transkription; sie nimmt {types} an.',
    sendSamplesAsBase64: 'Senden Sie die Abtastwerte im Format der Sitzung, als base64 kodiert.',
    messageNotEvent: 'Diese Nachricht ist kein Ereignis.',
    sendJsonEvents: 'Senden Sie JSON als Textnachrichten; Ton geht als base64 in input_audio_buffer.append.',
    messageTooComplex: 'Eine Nachricht hat höchstens {count} Werte, höchstens 64-fach verschachtelt.',
    sendFewerValues: 'Senden Sie den Ton als base64, das ist ein Wert, und weniger Stichwörter.',
    onlyTranscriptionSessions: 'Es gibt nur Sitzungen zur Transkription.',
    addIntent: 'Fügen Sie der Adresse intent=transcription hinzu; Gespräche gibt es hier nicht.',
    tokenInAddress: 'Ein Token gehört nicht in die Adresse.',
    sendTokenInHeader: 'Senden Sie es nur im Header Authorization.',
    onlyWebSockets: 'Diese Adresse nimmt nur WebSocket-Verbindungen an.',
    connectWithWebSocket: 'Verbinden Sie sich mit einem WebSocket-Client, etwa dem Paket „ws“ oder websocat.',
    handshakeNeedsHttp11: 'Ein WebSocket-Handshake braucht HTTP/1.1, dieser hat HTTP/{version}.',
    notAHandshake: 'Das ist kein WebSocket-Handshake der Version 13.',
    tokenInSubprotocol: 'Ein Token gehört nicht in ein Subprotokoll, wo andere Programme es lesen können.',
    sessionTooLong: 'Eine Sitzung darf {hours} Stunden Ton haben.',
    openAnotherSession: 'Öffnen Sie eine neue. Was angekommen ist, bleibt erhalten.',
    tooManySessions: 'Es sind bereits {count} Echtzeit-Sitzungen offen.',
    closeASession: 'Schließen Sie eine, die nicht gebraucht wird, und versuchen Sie es noch einmal.',
    startedWithoutRecorder: 'Diese Anwendung wurde ohne Aufnahmefunktion gestartet.',
    noSuchSpeechModel: 'Es gibt hier kein Erkennungsmodell „{name}“.',
    noSuchProvider: 'Es gibt hier keinen Anbieter „{name}“.',
    noSuchModelOfProvider: 'Es gibt hier kein Modell „{name}“ dieses Anbieters.',
    didYouMean: 'Meinten Sie „{name}“?',
    fileEmptyOrLengthMissing: 'Diese Datei ist leer, oder ihre Länge wurde nicht gesendet.',
    lengthNotANumber: 'Die Länge ist keine Zahl.',
    sendContentLength: 'Senden Sie die Datei mit ihrer Content-Length.',
    modelFileTooLarge: 'Die Datei ist größer als {gibibytes} GiB.',
    noModelThatLarge: 'So groß ist kein Erkennungsmodell: Wählen Sie eine andere Datei.',
    rangeOutside: 'Der Ton hat {bytes} Bytes; der Bereich liegt außerhalb.',
    askWithinFile: 'Verlangen Sie einen Bereich innerhalb der Datei, oder lassen Sie Range weg.',
    asyncExcludesStream: '„async“ und „stream“ schließen einander aus.',
    leaveOneOut:
      'Lassen Sie eines davon weg: Das eine antwortet sofort, das andere, während die Arbeit läuft.',
    fileAndAudioGiven: '„file“ und „audio_base64“ sind beide angegeben.',
    giveOneOfThem: 'Geben Sie eines davon an.',
    requestWithoutAudio: 'Die Anfrage enthält keinen Ton.',
    giveAudio:
      'Geben Sie „file“ (einen absoluten Pfad) oder „audio_base64“ an, oder senden Sie die Bytes als multipart/form-data oder als rohen Inhalt.',
    sendSamplesAsBody:
      'Senden Sie die Abtastwerte als Inhalt, etwa mit: arecord -f S16_LE -r 16000 -c 1 -t raw | curl -N -T - …',
    stoppedBeforeText:
      'Quoth wurde beendet oder seine lokale API ausgeschaltet, bevor aus dieser Aufnahme Text wurde.',
    arrivedIsGone: 'Was angekommen war, ist weg, weil es nicht behalten werden sollte.',
    arrivedBecomesText:
      'Was angekommen war, bleibt als Aufnahme {id} erhalten und wird trotzdem zu Text, spätestens nach dem nächsten Start.',
    liveAudioNotRepeated:
      'Live-Aufnahmen können nicht noch einmal gesendet werden, daher gilt Idempotency-Key für sie nicht.',
    omitKeyHeader:
      'Lassen Sie den Header weg. Bricht die Verbindung ab, bleibt das Angekommene als Aufnahme erhalten.',
    samplesNotDescribed: 'Dieser Typ sagt nicht, was die Abtastwerte sind.',
    describeSamples:
      'Senden Sie 16-Bit-Abtastwerte eines Kanals, little-endian als „audio/pcm;rate=16000“ (big-endian als „audio/l16;rate=16000“).',
    wyomingOutOfOrder: '„{type}“ kam, bevor die laufende Anfrage beantwortet war.',
    wyomingOrder:
      'Senden Sie transcribe, audio-start, audio-chunk und audio-stop in dieser Reihenfolge, vor der nächsten Anfrage.',
    soundFormatChanged: 'Das Format des Tons hat sich mittendrin geändert.',
    chunkEndsInSample: 'Ein Stück Ton endet mitten in einem Abtastwert.',
    wyomingTooLong: 'Eine Anfrage darf höchstens {minutes} Minuten Ton haben.',
    wyomingDataWrong:
      'Die Daten von „{type}“ sind nicht wie dokumentiert oder überschreiten die Grenzen dieses Servers.',
    wyomingFormats:
      'Ton braucht 8.000 bis 48.000 Abtastwerte pro Sekunde mit 1 bis 4 Bytes, in 1 bis 8 Kanälen; eine Sprache ist ein Kürzel wie „en“.',
    wyomingTooSlow: 'Zu lange kam nichts an, oder ein Ereignis war unvollständig.',
    openNewConnection: 'Öffnen Sie für die nächste Anfrage eine neue Verbindung.',
    textTooSlowForClosed:
      'Der Text brauchte zu lange für eine Verbindung, deren andere Seite nichts mehr sendet.',
    keepConnectionOpen: 'Halten Sie die Verbindung offen, bis der Text da ist.',
    tooManyWyomingRequests: 'Es laufen bereits {count} Anfragen.',
    tryAgainSoon: 'Versuchen Sie es gleich noch einmal.',
    noModelOfThisName: 'Es gibt kein Modell mit diesem Namen.',
    modelsAre: 'Modelle: {names}.',
    eventBeginsWithJson: 'Ein Ereignis beginnt mit einem JSON-Objekt.',
    eventHeaderTooLarge: 'Der Kopf eines Ereignisses hat höchstens {bytes} Bytes.',
    eventHeaderWrong: 'Der Kopf eines Ereignisses ist nicht wie dokumentiert.',
    eventDataTooLarge: 'Die Daten eines Ereignisses haben höchstens {bytes} Bytes.',
    eventPayloadTooLarge: 'Die Nutzlast eines Ereignisses hat höchstens {bytes} Bytes.',
    eventTooManyValues: 'Das JSON eines Ereignisses hat höchstens {count} Werte.',
    eventHeaderNotJson: 'Ein Ereignis hat einen Kopf aus JSON, in UTF-8.',
    reportProblem:
      'Versuchen Sie es noch einmal. Besteht das Problem weiter, melden Sie es mit der Anfrage-ID.',
    reportProblemWithId:
      'Versuchen Sie es noch einmal. Besteht das Problem weiter, melden Sie es mit der Anfrage-ID {id}.',
    formatFixedInTurn:
      'Das Format kann sich mitten in einem Abschnitt nicht ändern. Schließen Sie den Puffer zuerst ab, oder leeren Sie ihn.',
    notRecordedUntilTurnEnds: 'Weiterer Ton wird erst aufgenommen, wenn dieser Abschnitt beendet ist.',
    notRecordedUntilCommit:
      'Weiterer Ton wird erst aufgenommen, wenn Sie den Puffer abschließen oder leeren.',
    bufferTooShort:
      'Der Puffer hat weniger als 100 ms Ton. Fügen Sie vor dem Abschließen mehr hinzu; mit turn_detection werden Abschnitte von selbst abgeschlossen, und was dazwischen liegt, wird nicht behalten.',
    turnCancelled:
      'Die Aufnahme dieses Abschnitts wurde von ihrem Benutzer abgebrochen. Was Sie ab jetzt hinzufügen, wird wieder aufgenommen.',
    // Desktop
    modifierAlone: 'Eine Umschalttaste allein kann nur zum Sprechen gehalten werden.',
    escapeAlone: 'Esc allein kann nur eine Aufnahme abbrechen.',
    keyNeededToWrite:
      'Halten Sie Strg, Alt oder Super dazu: Diese Taste allein wird zum Schreiben gebraucht.',
    macNotRunYet: 'Quoth ist auf macOS noch nicht gelaufen.',
    accessibility: 'Bedienungshilfen',
    macCopiesTexts:
      'macOS erlaubt Quoth keine Tastendrücke: Texte werden kopiert, und Zusatztasten allein starten kein Diktat.',
    allowProgramInAccessibility:
      'Erlauben Sie in „Systemeinstellungen“ > „Datenschutz & Sicherheit“ > „Bedienungshilfen“ das Programm, das Quoth startet, etwa Ihr Terminal.',
    indicator: 'Anzeige',
    indicatorNotShown:
      'Die Anzeige konnte nicht gezeigt werden: Ein offenes Mikrofon meldet eine Benachrichtigung oder das Symbol im Infobereich.',
    inTerminalOfDesktop: 'In einem Terminal Ihrer Desktop-Umgebung:',
    inTerminal: 'In einem Terminal:',
    screen: 'Bildschirm',
    startedWithoutScreen:
      'Quoth wurde ohne Bildschirm gestartet: keine Tastenkürzel, keine Anzeige, nichts wird eingefügt oder kopiert.',
    shortcuts: 'Tastenkürzel',
    desktopWithoutShortcuts:
      'Diese Desktop-Umgebung gibt Programmen keine Tastenkürzel (sie hat kein Portal dafür).',
    clipboard: 'Zwischenablage',
    clipboardProgramMissing: 'Es gibt kein Programm, das Texte kopiert: Sie stehen nur im Verlauf.',
    writingAtCursor: 'Am Cursor einfügen',
    portalPressesNoKeys:
      'Das Portal dieser Desktop-Umgebung erlaubt keine Tastendrücke: Texte werden kopiert.',
    keysNotAsked:
      'Die Desktop-Umgebung wurde noch nicht gefragt, ob Quoth Tasten drücken darf: Texte werden kopiert.',
    keysBeingAsked:
      'Die Desktop-Umgebung fragt gerade, ob Quoth Tasten drücken darf. Achten Sie auf ihren Dialog.',
    keysRefused: 'Die Desktop-Umgebung erlaubt Quoth keine Tastendrücke: Texte werden kopiert.',
    sessionBus: 'Sitzungsbus',
    startedWithoutSessionBus: 'Quoth wurde ohne Sitzungsbus gestartet: Es gibt kein Symbol im Infobereich.',
    windowNotBuilt: 'Das Fenster wurde noch nicht gebaut.',
    buildWindow:
      'Führen Sie „quoth start“ in einem Terminal aus: Damit wird das Fenster gebaut und geöffnet.',
    noBrowserOpened: 'Es konnte kein Browser geöffnet werden: Es gibt keinen oder keinen Bildschirm dafür.',
    openWindowYourself:
      'Führen Sie „quoth start --no-browser“ in einem Terminal aus: Es gibt eine Adresse aus, die Sie selbst in einem Browser öffnen.',
    noBackupChecked: 'Es wurde keine Sicherung geprüft.',
    chooseOneFirst: 'Wählen Sie zuerst eine aus.',
    workInProgress: 'Gerade wird aufgenommen, transkribiert oder heruntergeladen.',
    waitOrCancel: 'Warten Sie, bis sie fertig ist, oder brechen Sie sie ab.',
    pathWithoutFolder: '„{path}“ sagt nicht, in welchem Ordner die Datei liegt.',
    backupProcessEnded: 'Der Prozess für Sicherungen wurde vorzeitig beendet.',
    addByHand: 'Die Zeilen müssen von Hand hinzugefügt werden.',
    takeOutByHand: 'Die Zeilen müssen von Hand entfernt werden.',
    noSuchClient: 'Einen Client {name} gibt es nicht.',
    knownClients: 'Bekannt sind: {names}.',
    restartedAfterError:
      'Quoth hat sich nach einem eigenen Fehler neu gestartet. Alle Aufnahmen sind erhalten.',
    sendAgainSeeLog:
      'Senden Sie noch einmal, was in diesem Moment abgelehnt wurde. Näheres steht im Protokoll: {path}.',
    loginEntryUnreachable:
      'Der Eintrag, der Quoth bei der Anmeldung startet, ist nicht erreichbar: {path} ({code}).',
    seeWhoOwns: 'Sehen Sie nach, wem er gehört: {command}',
    loginListRefused:
      'Windows hat Quoth nicht an seine Liste der Programme gelassen, die bei der Anmeldung starten.',
    tryItYourself: 'Probieren Sie es selbst: {command}',
    copiesOfDatabase: 'Kopien der Datenbank',
    databaseCopies: '{count, plural, one {# Kopie} other {# Kopien}} in {folder}, {size}.',
    latestCopyDeleted: 'Die neueste wird am {date} gelöscht.',
    keyStoreLocked: 'Der Schlüsselbund ist gesperrt oder antwortet nicht.',
    keyStoreMissing: 'Dieser Computer hat keinen Schlüsselbund.',
    fileBeingChanged: '{file} wird gerade von einem anderen Programm geändert.',
    fileLeftAlone: '{file} bleibt, wie sie ist: {why}.',
    fileUnreadable: 'sie lässt sich nicht lesen oder schreiben ({code})',
    fileNotUtf8: 'sie ist kein UTF-8-Text',
    entryTwice: '„{key}“ oder „{name}“ steht zweimal darin',
    fileNotJson: 'sie ist kein JSON (Zeile {line}: {code})',
    fileNotJsonc: 'sie ist kein JSON mit Kommentaren (Zeile {line}: {code})',
    outermostNotObject: 'ihr äußerster Wert ist kein Objekt',
    keyNotObject: '„{key}“ ist kein Objekt',
    // Delivery
    focusMoved: 'Der Fokus wechselte in ein anderes Fenster, daher wurde der Text kopiert.',
    pasteWhereYouWant: 'Fügen Sie ihn an der gewünschten Stelle ein.',
    noWindowFocused: 'Kein Fenster hat den Fokus, daher wurde der Text kopiert.',
    clickThenPaste: 'Klicken Sie an die gewünschte Stelle, und fügen Sie ihn ein.',
    passwordWindowFocused: 'Das aktive Fenster fragt nach einem Passwort, daher wurde der Text nur kopiert.',
    noPasteKey: 'Die Tastatur hat keine Taste zum Einfügen, daher wurde der Text kopiert.',
    pasteByMenu: 'Fügen Sie ihn über das Menü ein.',
    textNotAccepted: 'Das aktive Programm nahm den Text nicht an, daher wurde er kopiert.',
    clickIntoField: 'Klicken Sie in ein Textfeld, und fügen Sie ihn ein.',
    clipboardUsedByOther:
      'Ein anderes Programm verwendete gleichzeitig die Zwischenablage, daher wurde der Text nicht eingefügt.',
    textIsInHistory: 'Er steht im Verlauf.',
    screenUnreachable: 'Der Bildschirm ist nicht erreichbar, daher wurde der Text nicht eingefügt.',
    keysNotAccepted:
      'Das aktive Programm nimmt keine Tasten von Quoth an (unter Windows, weil es als Administrator läuft), daher wurde der Text kopiert.',
    pasteYourself: 'Fügen Sie ihn dort selbst ein.',
    keysNotPressed: 'Die Desktop-Umgebung hat die Tasten nicht gedrückt, daher wurde der Text kopiert.',
    macKeysNotAllowed: 'macOS erlaubt Quoth noch keine Tastendrücke, daher wurde der Text kopiert.',
    allowInAccessibility:
      'Erlauben Sie es in „Systemeinstellungen“ > „Datenschutz & Sicherheit“ > „Bedienungshilfen“.',
    typingHidden:
      'Ein Programm verbirgt die Eingabe, wie es Passwortfelder tun, daher wurde der Text nur kopiert.',
    leavePasswordField: 'Verlassen Sie das Passwortfeld, oder fügen Sie den Text selbst ein.',
    writingNotAllowed: 'Kopiert: Einfügen ist nicht erlaubt.',
    desktopDeclinedKeys: 'Kopiert: Die Desktop-Umgebung hat Tastendrücke abgelehnt.',
    allowKeyboard: 'Erlauben Sie es unter „Einstellungen“ > „Allgemein“.',
    screenWasLocked: 'Der Bildschirm war gesperrt, daher wurde der Text kopiert.',
    acceptsTextUnknown:
      'In dieser Desktop-Umgebung erkennt Quoth nicht, ob das Programm Text annimmt, daher wurde er kopiert.',
    cannotInsertHere:
      'In dieser Desktop-Umgebung kann Quoth keinen Text in andere Programme einfügen, daher wurde er kopiert.',
    clipboardNotRestored:
      'Der Text wurde eingefügt, aber der vorherige Inhalt der Zwischenablage ließ sich nicht ganz wiederherstellen.',
    copyAgainIfNeeded: 'Kopieren Sie ihn bei Bedarf noch einmal.',
    noClipboard: 'Es gibt keine beschreibbare Zwischenablage, daher wurde der Text nicht kopiert.',
    installClipboard:
      'Er steht im Verlauf. Installieren Sie unter Linux wl-clipboard (Wayland) oder xclip (X11).',
    textCopied: 'Kopiert',
    noTranscriptYet: 'Es gibt noch kein Transkript.',
    interruptedTranscribed: 'Was Sie vor dem Beenden von Quoth gesagt haben, steht im Verlauf.',
    interruptedNotTranscribed: 'Was Sie vor dem Beenden von Quoth gesagt haben, wurde nicht transkribiert.',
    transcribeFromHistory: 'Transkribieren Sie die Aufnahme im Verlauf noch einmal.',
    selectAndTryAgain: 'Wählen Sie den Text aus, und versuchen Sie es noch einmal.',
    // Microphones
    noMicrophoneFound: 'Es wurde kein Mikrofon gefunden.',
    plugMicrophoneIn: 'Schließen Sie eines an, oder erlauben Sie den Zugriff in den Systemeinstellungen.',
    microphoneMissing: 'Das Mikrofon „{name}“ ist nicht angeschlossen.',
    plugItInAgain: 'Schließen Sie es wieder an; ein anderes Mikrofon wurde nicht gefunden.',
    plugItInOrChoose: 'Schließen Sie es wieder an, oder wählen Sie ein anderes. Vorhanden: {names}.',
    soundSystemSilent: 'Das Audiosystem dieses Computers antwortet nicht.',
    tryAgainOrLogOut:
      'Versuchen Sie es gleich noch einmal. Hilft das nicht, melden Sie sich ab und wieder an.',
    microphonesUnreachable: 'Die Mikrofone dieses Computers sind nicht erreichbar.',
    soundServerNeeded: 'Ein Soundserver ist nötig, PulseAudio oder PipeWire:',
    microphonePartMissing: 'Installieren Sie Quoth neu: Der Teil, der die Mikrofone liest, fehlt.',
    microphone: 'Mikrofon',
    microphoneGaveNothing: '{name} wurde geöffnet, lieferte aber keinen Ton.',
    microphoneGivesSilence: '{name} liefert nur Stille: Vielleicht ist es stummgeschaltet.',
    microphoneWorks: '{name} funktioniert; lautester Ton gerade {level} dB.',
    chooseOtherMicrophone: 'Wählen Sie ein anderes unter „Einstellungen“ > „Allgemein“.',
    // Keys
    shortcutReplaced: '{taken} gehört einem anderen Programm, daher ist das Tastenkürzel jetzt {free}.',
    shortcutsTaken: '{taken} gehört einem anderen Programm und ist für Quoth nicht verfügbar.',
    both: '{first} und {second}',
    chooseOtherKeys: 'Wählen Sie andere Tasten unter „Einstellungen“ > „Tastenkürzel“.',
    bindKeys:
      'Legen Sie in Ihrer Desktop-Umgebung ein Tastenkürzel für den Befehl „quoth dictate toggle“ an; wo es geht, macht das „quoth dictate bind“.',
    modeChosen: 'Modus: {mode}',
    nextModeChosen: 'Modus der nächsten Aufnahme: {mode}',
    sameShortcutTwice: 'Eine andere Aktion hat dasselbe Tastenkürzel.',
    keyProcessStopped: 'Der Prozess für Tastenkürzel läuft nicht. Quoth startet ihn immer wieder neu.',
    desktopLetsNoKeys: 'In dieser Desktop-Umgebung kann kein Programm Tastenkürzel belegen.',
    shortcutTaken: 'Dieses Tastenkürzel gehört einem anderen Programm.',
    noSuchKey: 'Diese Taste hat die Tastatur nicht.',
    keyForDebuggers: 'Windows reserviert F12 für Debugger.',
    windowsRefusedShortcut: 'Windows hat dieses Tastenkürzel abgelehnt.',
    macRefusedShortcut: 'macOS hat dieses Tastenkürzel abgelehnt.',
    macHidesModifiers:
      'macOS lässt Quoth einzelne Umschalttasten noch nicht sehen: Erlauben Sie es unter „Systemeinstellungen“ > „Datenschutz & Sicherheit“ > „Bedienungshilfen“.',
    xServerUnreachable: 'Der X-Server ist nicht erreichbar.',
    escapeAlwaysTaken:
      'In dieser Desktop-Umgebung müsste Quoth die Esc-Taste allen Programmen dauerhaft wegnehmen. Brechen Sie über die Anzeige ab, oder legen Sie Tasten mit Zusatztaste fest.',
    desktopAskedForShortcut:
      'Die Desktop-Umgebung wird nach diesem Tastenkürzel gefragt. Achten Sie auf ihren Dialog.',
    desktopDeclinedShortcut:
      'Die Desktop-Umgebung hat es abgelehnt. Wählen Sie ein anderes Tastenkürzel, oder starten Sie Quoth neu, um noch einmal gefragt zu werden.',
    desktopGaveNoKeys:
      'Die Desktop-Umgebung hat keine Tasten zugewiesen. Wählen Sie sie in deren Einstellungen.',
    modifierNotHeldHere:
      'In dieser Desktop-Umgebung lässt sich keine einzelne Zusatztaste halten. Wählen Sie in deren Einstellungen andere Tasten.',
    shortcutServiceFailed: 'Der Dienst Ihres Desktops für Tastenkombinationen funktioniert nicht: {why}',
    writeKeysInHyprland: 'Weisen Sie ihnen in hyprland.conf Tasten zu, zum Beispiel: {line}',
    desktopDecidesKeys:
      'Über diese Tasten entscheidet die Desktop-Umgebung. Was Sie hier festlegen, ist ein Vorschlag; ändern lassen sie sich in deren Einstellungen.',
    // Audio
    audioDamaged: 'Die Audiodatei ist beschädigt.',
    audioDamagedAfter: 'Die Audiodatei ist beschädigt: Nur die ersten {seconds} s lassen sich lesen.',
    audioWithoutSamples: 'Die Audiodatei enthält keinen Ton.',
    audioTooLongSeconds: 'Die Aufnahme ist länger als {seconds} Sekunden.',
    audioTooLongHours: 'Die Aufnahme ist länger als {hours} Stunden.',
    splitAudio: 'Teilen Sie sie auf, und senden Sie die Teile nacheinander.',
    checkAudioPlays:
      'Prüfen Sie, ob sich die Datei abspielen lässt, oder exportieren Sie sie als WAV oder MP3.',
    checkAudioPlaysToEnd:
      'Prüfen Sie, ob sich die Datei bis zum Ende abspielen lässt, oder exportieren Sie sie als WAV oder MP3.',
    decoderStalled: 'Der Decoder ist mitten in der Aufnahme stehen geblieben.',
    decodingTooSlow: 'Das Lesen der Aufnahme dauert zu lange.',
    decodingTooLarge:
      'Die Audiodatei ist beschädigt: Sie zu lesen braucht mehr Speicher als jede echte Aufnahme.',
    decoderNotStarted: 'Der Decoder lässt sich nicht starten.',
    decoderEnded: 'Der Decoder wurde vorzeitig beendet.',
    ffmpegNotStarted: 'FFmpeg lässt sich nicht starten.',
    diskFullWhileDecoding:
      'Der Datenträger ist voll, daher konnte die Aufnahme nicht gelesen werden. Sie ist erhalten.',
    freeSpaceThenTranscribeAgain:
      'Schaffen Sie Platz im Datenordner, und transkribieren Sie die Aufnahme noch einmal.',
    videoWithoutSound: 'Die Datei enthält nur Bild, keinen Ton.',
    exportWithSound: 'Exportieren Sie sie noch einmal mit Ton.',
    fileWithoutAudioTrack: 'Die Datei enthält keine Tonspur.',
    oggNeedsFfmpeg: 'Ohne FFmpeg lassen sich aus Ogg nur Vorbis, FLAC und Opus lesen.',
    codecNeedsFfmpeg: 'Ohne FFmpeg lässt sich {codec} in dieser Datei nicht lesen.',
    thisCodec: 'dieser Codec',
    noDecoderForFormat: 'Dieser Computer hat keinen Decoder für {format}.',
    installFfmpegOrSend: 'Installieren Sie FFmpeg ({command}), oder senden Sie {formats}.',
    installFfmpegOnDebianOrSend: 'Installieren Sie FFmpeg (Debian: {command}), oder senden Sie {formats}.',
    formatsWithoutFfmpeg: 'wav, mp3, flac, ogg, opus, webm oder aiff',
    mp3FlacOrWav: 'mp3, flac oder wav',
    opusMp3FlacOrWav: 'Opus, mp3, flac oder wav',
    sampleRateImpossible: 'Die Datei gibt {rate} Abtastwerte pro Sekunde an; das ist kein gültiger Ton.',
    soundHeaderInvalid: 'Der Kopf der Audiodatei ist ungültig.',
    soundHeaderCutOff: 'Der Kopf der {format}-Datei ist abgeschnitten.',
    soundFormatNotDeclared: 'Die {format}-Datei nennt ihr Format nicht vor den Tondaten.',
    soundFileWithoutSamples: 'Die {format}-Datei enthält keinen Ton.',
    soundEncodingUnsupported: 'Diese {format}-Kodierung wird nicht unterstützt.',
    sampleBitsUnsupported: 'Abtastwerte mit {bits} Bit werden in dieser Kodierung nicht unterstützt.',
    convertTo16Bits: 'Wandeln Sie die Datei in WAV mit 16 Bit um.',
    convertToPlain16Bits: 'Wandeln Sie die Datei in einfaches WAV mit 16 Bit um.',
    uploadsInProgress: 'Es laufen schon {count} Uploads.',
    waitForAnUpload: 'Warten Sie, bis einer davon fertig ist, und versuchen Sie es noch einmal.',
    audioTooLarge: 'Die Audiodatei ist größer als {mebibytes} MiB.',
    splitOrCompressAudio: 'Teilen Sie sie auf, oder komprimieren Sie sie.',
    audioEmpty: 'Die Audiodatei ist leer.',
    fileIsNoAudio: 'Das ist keine Audiodatei, unabhängig von Name und Typ.',
    supportedAudioFormats: 'Unterstützt werden {formats}; mit FFmpeg auch {more}.',
    diskFullWhileReceiving: 'Der Datenträger ist voll, daher konnte die Aufnahme nicht gespeichert werden.',
    freeSpaceThenSend: 'Schaffen Sie Platz im Datenordner, und senden Sie sie noch einmal.',
    pathLoops: 'Der Pfad enthält symbolische Links, die im Kreis führen.',
    pathWithNul: 'Ein Pfad darf keine NUL-Zeichen enthalten.',
    audioPathTooLong: 'Ein Pfad hat höchstens {limit} Zeichen.',
    audioPathNotAbsolute: '„file“ muss ein absoluter Pfad sein.',
    giveAbsolutePath: 'Geben Sie den vollen Pfad an, zum Beispiel {example}.',
    fileNameTooLong: 'Der Dateiname ist zu lang.',
    notRegularFile: 'Das ist keine gewöhnliche Datei.',
    nameRegularFile: 'Geben Sie eine Datei an, keinen Ordner, keine Pipe und kein Gerät.',
    // Recordings
    recordingCutOff: 'Quoth wurde während dieser Aufnahme beendet; am Ende kann bis zu eine Sekunde fehlen.',
    recordingInProgress: 'Diese Aufnahme wird gerade verarbeitet.',
    namedRecordingInProgress: 'Die Aufnahme {id} wird gerade verarbeitet.',
    waitThenDelete: 'Warten Sie, bis das fertig ist, oder brechen Sie es ab; löschen Sie die Aufnahme dann.',
    waitThenEdit: 'Warten Sie, bis das fertig ist, oder brechen Sie es ab; bearbeiten Sie die Aufnahme dann.',
    waitForFinalStatus:
      'Warten Sie, bis sie fertig ist, oder brechen Sie sie ab; versuchen Sie es dann noch einmal.',
    transcribedAgain: 'Die Aufnahme wurde erneut transkribiert, bevor dies fertig war.',
    readRecordingAgain: 'Öffnen Sie die Aufnahme noch einmal.',
    tooManySearches: 'Es warten zu viele Suchen.',
    searchTooSlow: 'Die Suche hat zu lange gedauert.',
    narrowSearch: 'Filtern Sie nach Datum.',
    quothClosed: 'Quoth wurde geschlossen.',
    recordingWithoutAudio: 'Der Ton dieser Aufnahme ist nicht mehr vorhanden.',
    transcriptIsKept: 'Das Transkript ist weiter lesbar.',
    cancelledAudioIsKept: 'Die Aufnahme wurde abgebrochen. Der Ton ist gespeichert.',
    recordingNotRewritten: 'Diese Aufnahme wurde nicht überarbeitet.',
    textIsEngines: 'Ihr Text stammt von der Engine, mit der Formatierung des Modus.',
    // Transcription
    queueFull: 'Die Warteschlange für Transkriptionen ist voll: {count} warten.',
    stoppedBeforeTranscribed: 'Quoth wurde beendet, bevor diese Transkription fertig war.',
    stoppedAndResumes:
      'Quoth wurde beendet, bevor diese Transkription fertig war. Sie wird beim nächsten Start fortgesetzt, als Aufnahme {id}.',
    startAgainAndSend: 'Starten Sie Quoth neu, und senden Sie die Aufnahme noch einmal.',
    startAgainAndRead: 'Starten Sie Quoth neu; der Text erscheint unter „Verlauf“.',
    audioEndsEarly:
      'Die letzten {seconds} s fehlen: Die Datei ist kürzer, als ihr Kopf angibt. Senden Sie die ganze Datei, wenn Sie sie haben.',
    otherTrackTranscribed:
      'Die Haupttonspur der Datei enthält keine Sprache, daher wurde Spur {track} transkribiert.',
    audioMissingAtRestart: 'Beim Neustart von Quoth fehlte der Ton.',
    stoppedAfterCrashes: 'Nach {count} Versuchen gestoppt, die jeweils abstürzten. Der Ton ist erhalten.',
    keyUsedOtherwise:
      'Dieser Idempotency-Key wurde für eine Anfrage mit anderer Aufnahme oder anderen Optionen verwendet.',
    useNewKeyForRequest:
      'Verwenden Sie für jede neue Anfrage einen neuen Schlüssel, etwa eine zufällige UUID, und denselben nur, um dieselbe Anfrage zu wiederholen.',
    recordingOfKeyDeleted: 'Die mit diesem Idempotency-Key erstellte Aufnahme wurde gelöscht.',
    useNewKeyToTranscribe:
      'Verwenden Sie einen neuen Schlüssel, um die Aufnahme noch einmal zu transkribieren.',
    textLeftOut: 'Der Text von {times} fehlt: Was das Modell dort schrieb, kann nicht gesagt worden sein.',
    textRepeats: 'Der Text von {times} wiederholt sich oder ist mehr, als jemand in dieser Zeit sagt.',
    speechWithoutText: 'Für das Gesprochene von {times} gibt es keinen oder viel zu wenig Text.',
    textWithoutSpeech: 'Der Text von {times} steht dort, wo niemand zu sprechen scheint.',
    speechInOtherLanguage: 'Gesprochen wurde offenbar {language}, erwartet war {expected}.',
    chooseThisLanguage: 'Wählen Sie diese Sprache oder auto.',
    translatedRoughly:
      '{model} übersetzt {language} nur grob und schreibt womöglich, was nicht gesagt wurde.',
    wordsUnsure:
      '{model} ist bei den meisten Wörtern unsicher: Die Sprache ist undeutlich oder nicht {expected}.',
    foreignSpeechNoted:
      '{model} hat eine unbekannte Sprache bemerkt: Gesprochen wurde vielleicht nicht {expected}.',
    textReadsForeign:
      'Der Text liest sich wie eine andere Sprache: Gesprochen wurde vielleicht nicht {expected}.',
    oneOfLanguages: 'eine der {count} Sprachen des Modells',
    installedModelKnows: '{model} ist installiert und unterstützt diese Sprache: Wählen Sie das Modell {id}.',
    installedModelKnowsMore: '{model} ist installiert und versteht mehr: Wählen Sie das Modell {id}.',
    modelKnows: '{model} unterstützt diese Sprache: Laden Sie es unter „Modelle“ herunter.',
    modelKnowsMore: '{model} versteht mehr: Laden Sie es unter „Modelle“ herunter.',
    noModelKnows: 'Kein Modell im Katalog unterstützt diese Sprache.',
    supportedLanguages: 'Es unterstützt {languages}.',
    supportedLanguagesAndMore: 'Es unterstützt {languages} und {more} weitere.',
    specifyLanguage: 'Legen Sie sie hier oder im Modus fest: {languages}.',
    specifyLanguageOfMore: 'Legen Sie sie hier oder im Modus fest: {languages} und {more} weitere.',
    chooseOtherModel: 'Wählen Sie ein anderes Modell.',
    omitOrChooseModel: 'Lassen Sie das Modell weg, oder wählen Sie ein anderes.',
    chooseTranslatingModel: 'Wählen Sie ein Modell, das übersetzt.',
    omitOrChooseTranslatingModel: 'Lassen Sie das Modell weg, oder wählen Sie eines, das übersetzt.',
    listsModels: 'Mehr dazu unter „Modelle“.',
    listsModelsWithKey: 'Mehr dazu unter „Modelle“.',
    showsEveryModel: 'Mehr dazu unter „Modelle“.',
    showsTranslatingModels: 'Mehr dazu unter „Modelle“.',
    listsLanguages: 'Mehr dazu unter „Modelle“.',
    listsProviders: 'Mehr dazu unter „Einstellungen“ > „API-Schlüssel“.',
    engineNotFound: 'Es gibt keine Engine mit diesem Namen.',
    knownEngines: 'Bekannte Engines: {names}.',
    engineNotIncluded: 'Die Engine {engine} gehört nicht zu dieser Version von Quoth.',
    availableEngines: 'Verfügbare Engines: {names}.',
    modelOfOtherEngine: 'Das Modell {model} gehört zur Engine {engine}, nicht zu {asked}.',
    modelNotOfEngine: 'Das Modell {model} gehört nicht zur Engine {engine}.',
    omitEngine: 'Lassen Sie die Engine weg, oder geben Sie eines ihrer Modelle an.',
    modelTranslatesNothing: 'Das Modell {model} übersetzt nicht.',
    modelDetectsNoLanguage: 'Das Modell {model} kann die gesprochene Sprache nicht erkennen.',
    modelLacksLanguage: 'Das Modell {model} unterstützt die Sprache „{language}“ nicht.',
    installedModels: 'Installierte Modelle: {names}. „auto“ verwendet das beste davon.',
    none: 'keine',
    cloudModelsAreWritten: 'Cloud-Modelle werden als Anbieter/Modell geschrieben.',
    noModelTranslates: 'Kein installiertes Erkennungsmodell übersetzt.',
    noInstalledModelSupports:
      'Kein installiertes Erkennungsmodell unterstützt {language}, wohl aber {model}.',
    noModelOfEngineSupports: 'Kein Erkennungsmodell von {engine} unterstützt {language}, wohl aber {model}.',
    modelInstalledChooseIt: 'Es ist installiert: Wählen Sie das Modell {id}, oder keine Engine.',
    noModelSupportsLanguage: 'Kein Erkennungsmodell unterstützt {language}.',
    noModelOfEngineSupportsLanguage: 'Kein Erkennungsmodell von {engine} unterstützt {language}.',
    noModelTranslatesLanguage: 'Kein Erkennungsmodell unterstützt {language} und übersetzt.',
    noModelOfEngineTranslatesLanguage:
      'Kein Erkennungsmodell von {engine} unterstützt {language} und übersetzt.',
    languageWithTag: '{language} („{tag}“)',
    unnamedLanguage: 'die Sprache „{tag}“',
    cloudModelTranslatesNothing: 'Das Modell {model} von {provider} übersetzt nicht.',
    cloudModelLacksLanguage: 'Das Modell {model} von {provider} unterstützt die Sprache „{language}“ nicht.',
    tierWithoutGateway:
      'Der Modus verwendet die Genauigkeit „{tier}“ von Quoth cloud, aber es ist kein Gateway eingerichtet.',
    addGateway:
      'Fügen Sie eines unter „Einstellungen“ > „API-Schlüssel“ hinzu. Oder wählen Sie „Standard des Gateways“ als Genauigkeit des Modus und einen Anbieter mit eigenem Schlüssel.',
    modeProviderTranscribesNothing: 'Der Anbieter „{provider}“ des Modus transkribiert nicht.',
    transcriptionProviders: 'Anbieter für Transkription: {names}.',
    cloudModelNotFound: 'Kein Cloud-Anbieter hat ein Modell dieses Namens.',
    giveProviderAndModel: 'Geben Sie Anbieter und Modell an, etwa „openai/whisper-1“.',
    noTranscriptionKey: 'Kein Cloud-Anbieter zum Transkribieren hat einen API-Schlüssel.',
    setOneKey: 'Tragen Sie einen unter „Einstellungen“ > „API-Schlüssel“ ein.',
    setValidKey: 'Tragen Sie unter „Einstellungen“ > „API-Schlüssel“ einen gültigen Schlüssel ein.',
    autoUsesLocalModel: '„auto“ verwendet stattdessen das beste Modell auf diesem Computer.',
    noCloudModelChosen: 'Für {provider} ist kein Modell gewählt.',
    nameCloudModel: 'Wählen Sie eines, etwa „{provider}/whisper-1“, oder legen Sie das Modell im Modus fest.',
    modelNotForMedicine: 'Das Modell {model} von {provider} ist nicht für medizinische Sprache gemacht.',
    chooseOtherSubject: 'Wählen Sie für den Modus einen anderen Anbieter, oder „Allgemein“ als Fachgebiet.',
    chooseModelForSubject:
      'Wählen Sie für den Modus {models} als Modell des Anbieters, oder „Allgemein“ als Fachgebiet.',
    providerTranscribesNothing: '{provider} bietet keine Transkription an.',
    providerRemoved: 'Der Anbieter wurde entfernt.',
    chooseAnotherOne: 'Wählen Sie einen anderen.',
    localModelWorks: 'Ein Modell auf diesem Computer funktioniert ohne ihn.',
    tryAgain: 'Versuchen Sie es noch einmal.',
    tryAgainOrTestProvider: 'Versuchen Sie es noch einmal.',
    waitOrCheckPlan: 'Warten Sie kurz, oder prüfen Sie Ihren Tarif bei {provider}.',
    noCreditForRecording: 'Das Guthaben bei {provider} reicht für diese Aufnahme nicht.',
    askForCredit:
      'Bitten Sie den Betreiber um mehr Guthaben; den Stand zeigt „Einstellungen“ > „API-Schlüssel“.',
    splitOrOtherProvider: 'Teilen Sie die Aufnahme auf, oder verwenden Sie einen anderen Anbieter.',
    checkModelOrTryOther:
      'Prüfen Sie Modell und Sprache, oder probieren Sie ein anderes Modell oder einen anderen Anbieter.',
    streamHeardNothing: '{provider} hat in der gesendeten Sprache nichts erkannt.',
    keyTakenWhileStreaming:
      'Der Schlüssel für {provider} wurde während der Aufnahme entfernt oder ersetzt, daher wurde nichts weiter gesendet.',
    connectionTooSlow: 'Die Verbindung ist zu langsam, um beim Sprechen zu senden.',
    // Engines
    engineFailedOnAudio: 'Die Engine ist an dieser Aufnahme gescheitert.',
    showsEngineParts: 'Mehr dazu unter „Einstellungen“ > „Über Quoth“: „Diesen Computer prüfen“.',
    engineStoppedResponding: '{engine} reagierte nicht mehr und wurde beendet.',
    engineTooSlow: '{engine} brauchte für diese Aufnahme zu lange und wurde beendet.',
    tryWhenLessBusy:
      'Versuchen Sie es noch einmal, wenn der Computer weniger ausgelastet ist, oder teilen Sie die Aufnahme auf.',
    engineTookMemory: '{engine} brauchte mehr als {megabytes} MB Speicher und wurde beendet.',
    raiseEngineMemory:
      'Erhöhen Sie das Speicherlimit unter „Einstellungen“ > „Erweitert“, oder teilen Sie die Aufnahme auf.',
    engineExited: '{engine} wurde unerwartet beendet ({how}).',
    notStarted: 'es ließ sich nicht starten',
    exitCode: 'Code {code}',
    beforeItBegan: 'bevor es begann',
    engineRestarts:
      'Versuchen Sie es noch einmal: Die nächste Transkription startet die Engine neu. Die Aufnahme ist erhalten.',
    closedBeforeFinished: 'Quoth wurde beendet, bevor der Vorgang fertig war.',
    engineCannotLoad: 'Die Engine kann es nicht laden.',
    engineCrashedLoading: 'Die Engine ist beim Laden abgestürzt.',
    downloadFileAgain: 'Laden Sie die Datei noch einmal herunter, oder wählen Sie ein anderes Modell.',
    listsInstalledModels: 'Mehr dazu unter „Modelle“.',
    showsModelSizes: 'Mehr dazu unter „Modelle“.',
    showsModelAbilities: 'Mehr dazu unter „Modelle“.',
    showsWhichTranslate: 'Mehr dazu unter „Modelle“.',
    thisModelTranslatesNothing: 'Dieses Modell übersetzt nicht.',
    chooseOneThatDoes: 'Wählen Sie eines, das übersetzt.',
    thisModelTranslatesNotFrom: 'Dieses Modell übersetzt nicht aus „{language}“.',
    thisModelLacksLanguage: 'Dieses Modell unterstützt die Sprache „{language}“ nicht.',
    chooseModelOrLanguage: 'Wählen Sie ein anderes Modell oder eine andere Sprache.',
    modelIsNotInstalled: 'Das Modell ist nicht installiert.',
    deviceNotReady:
      '{model} kann auf dem gewählten Gerät ({device}) nicht laufen: Es fehlt oder ist nicht bereit.',
    chooseDevice:
      'Wählen Sie das Gerät unter „Einstellungen“ > „Erweitert“ automatisch, oder schließen Sie es wieder an.',
    modelArchitectureUnknown: '{model} hat eine Architektur, die diese Version von Quoth nicht unterstützt.',
    updateOrChooseModel: 'Aktualisieren Sie Quoth, oder wählen Sie ein anderes Modell.',
    modelFileMissing: 'Die Datei des Modells {model} fehlt.',
    modelFileDamaged: 'Die Datei des Modells {model} ist beschädigt: {how}.',
    engineRefusesFile: 'die Engine nimmt sie nicht an',
    fileHasOtherLength: 'sie hat {found} statt {wanted} Bytes',
    downloadMissingModel: 'Laden Sie es unter „Modelle“ neu herunter.',
    replaceModel: 'Entfernen Sie es unter „Modelle“, und laden Sie es dort neu herunter.',
    modelNeedsMemory: '{model} braucht etwa {needed} Speicher, und {free} sind frei.',
    modelNeedsMoreMemory: '{model} braucht etwa {needed} Speicher, und weniger ist frei.',
    closeProgramsOrChooseSmaller: 'Schließen Sie andere Programme, oder wählen Sie ein kleineres Modell.',
    checkSource: 'Prüfen Sie, ob das richtige Mikrofon oder die richtige Datei verwendet wurde.',
    thisModelDetectsNoLanguage: 'Dieses Modell kann die gesprochene Sprache nicht erkennen.',
    specifyOneOf: 'Legen Sie sie fest: {languages}.',
    // Live audio
    tooManyLiveRecordings: 'Es laufen bereits {count} Live-Aufnahmen.',
    waitUntilOneEnded: 'Warten Sie, bis eine davon beendet ist, und versuchen Sie es dann noch einmal.',
    tooManyUnansweredRecordings: '{count} Live-Aufnahmen werden noch transkribiert.',
    waitUntilSomeDone: 'Warten Sie, bis einige davon fertig sind, und versuchen Sie es dann noch einmal.',
    asyncNotForLiveAudio:
      '„async“ gilt nicht für Live-Aufnahmen, die während des Sprechens transkribiert werden.',
    omitAsync:
      'Lassen Sie „async“ weg. Auch wenn der Sender die Verbindung trennt, wird die Aufnahme transkribiert.',
    liveRateUnsupported: 'Aufnahmen mit {rate} Abtastwerten pro Sekunde werden nicht unterstützt.',
    sendOtherRate: 'Senden Sie 8000 bis 48000 Abtastwerte pro Sekunde; am besten sind 16000.',
  },
  sentences: {
    'Free some space where the data folder lies, then try again.':
      'Schaffen Sie Platz auf dem Datenträger mit dem Datenordner, und versuchen Sie es noch einmal.',
    'Wait until the work on it is done, then try again.':
      'Warten Sie, bis der laufende Vorgang fertig ist, und versuchen Sie es noch einmal.',
    'Ask the operator of the gateway for more credit, or choose a model on this machine.':
      'Bitten Sie den Betreiber des Gateways um mehr Guthaben, oder wählen Sie ein Modell auf diesem Computer.',
    'Check its permissions.': 'Prüfen Sie die Zugriffsrechte der Datei.',
    'Try again, or try another model.': 'Versuchen Sie es noch einmal oder mit einem anderen Modell.',
    'Unlock it and try again.': 'Entsperren Sie ihn, und versuchen Sie es noch einmal.',
    'Another program has locked the database of Quoth.':
      'Ein anderes Programm hat die Datenbank von Quoth gesperrt.',
    'Close the program that has quoth.db open, such as a database browser or a backup, then try again.':
      'Schließen Sie das Programm, das quoth.db geöffnet hat, etwa einen Datenbankbrowser oder eine Sicherung, und versuchen Sie es noch einmal.',
    'The database of Quoth is damaged.': 'Die Datenbank von Quoth ist beschädigt.',
    'See Modes.': 'Mehr dazu unter „Modi“.',
    'History lists them.': 'Sie stehen unter „Verlauf“.',
    'Wait a moment, then try again.': 'Warten Sie einen Moment, und versuchen Sie es noch einmal.',
    'Move the file into your home folder, or allow its folder under Settings, API Server.':
      'Verschieben Sie die Datei in Ihren persönlichen Ordner, oder erlauben Sie ihren Ordner unter „Einstellungen“ > „API-Server“.',
    'Allow it under Settings, Advanced.': 'Erlauben Sie es unter „Einstellungen“ > „Erweitert“.',
    'Use “Check this machine” under Settings, About: it says how to install it.':
      '„Diesen Computer prüfen“ unter „Einstellungen“ > „Über Quoth“ sagt, wie es installiert wird.',
    'Set the key under Settings, API keys.':
      'Tragen Sie den Schlüssel unter „Einstellungen“ > „API-Schlüssel“ ein.',
    'Set another one under Settings, API keys.':
      'Tragen Sie unter „Einstellungen“ > „API-Schlüssel“ einen anderen ein.',
    'Set a key, or add a server of your own, under Settings, API keys.':
      'Tragen Sie unter „Einstellungen“ > „API-Schlüssel“ einen Schlüssel ein, oder fügen Sie einen eigenen Server hinzu.',
    'Start Ollama or LM Studio and add it under Settings, API keys.':
      'Starten Sie Ollama oder LM Studio, und fügen Sie es unter „Einstellungen“ > „API-Schlüssel“ hinzu.',
    'Start a keyring service. Or, if a file that only you can read is safe enough, choose Files under Settings, Advanced; then try again.':
      'Starten Sie einen Schlüsselbund-Dienst. Oder wählen Sie, wenn eine nur für Sie lesbare Datei sicher genug ist, „Dateien“ unter „Einstellungen“ > „Erweitert“, und versuchen Sie es noch einmal.',
    'The microphone library does not load.': 'Die Mikrofon-Bibliothek lässt sich nicht laden.',
    'Speech was detected, but no words could be recognised.': 'Es wurde Sprache erkannt, aber keine Wörter.',
    'Speak closer to the microphone, or choose a model that supports the spoken language.':
      'Sprechen Sie näher am Mikrofon, oder wählen Sie ein Modell für die gesprochene Sprache.',
    'There is no API key for {provider}.': 'Für {provider} gibt es keinen API-Schlüssel.',
    '{provider} rejected its API key (status {status}).':
      '{provider} hat den API-Schlüssel abgelehnt (Status {status}).',
    '{provider} rejected its API key ({why}).': '{provider} hat den API-Schlüssel abgelehnt ({why}).',
    '{provider} rejected its API key.': '{provider} hat den API-Schlüssel abgelehnt.',
    '{provider} rejected the key.': '{provider} hat den Schlüssel abgelehnt.',
    '{provider} cannot be reached: {why}.': '{provider} ist nicht erreichbar: {why}.',
    '{provider} cannot be reached.': '{provider} ist nicht erreichbar.',
    '{provider} did not answer within {time}.': '{provider} hat nicht innerhalb von {time} geantwortet.',
    '{provider} has an outage (status {status}).': '{provider} hat eine Störung (Status {status}).',
    '{provider} refused the request (status {status}).':
      '{provider} hat die Anfrage abgelehnt (Status {status}).',
    '{provider} sent an answer that cannot be read.': '{provider} hat eine unlesbare Antwort gesendet.',
    '{provider} does not accept uploads this large.': '{provider} nimmt so große Dateien nicht an.',
    '{provider} does not allow this with the current API key (status 403).':
      '{provider} erlaubt das mit diesem API-Schlüssel nicht (Status 403).',
    '{provider} accepted the audio but could not transcribe it.':
      '{provider} hat die Aufnahme angenommen, konnte sie aber nicht transkribieren.',
    'Check the network, then try again.': 'Prüfen Sie das Netzwerk, und versuchen Sie es noch einmal.',
    'The text is unchanged.': 'Der Text ist unverändert.',
    'No language model is set up.': 'Es ist kein Sprachmodell eingerichtet.',
    'No language model on this machine is set up.': 'Auf diesem Computer ist kein Sprachmodell eingerichtet.',
    'Editing by voice needs a language model.': 'Bearbeiten per Stimme braucht ein Sprachmodell.',
    'The language model answered the text instead of rewriting it.':
      'Das Sprachmodell hat auf den Text geantwortet, statt ihn zu überarbeiten.',
    'The language model returned no text.': 'Das Sprachmodell hat keinen Text geliefert.',
    'The language model left its reasoning in the text.':
      'Das Sprachmodell hat seine Überlegungen im Text gelassen.',
    'The language model repeated its instructions instead of the text.':
      'Das Sprachmodell hat seine Anweisungen statt des Textes wiederholt.',
    'The language model mixed its instructions into the text.':
      'Das Sprachmodell hat Anweisungen in den Text gemischt.',
    'The language model refused to rewrite the text.': 'Das Sprachmodell hat das Überarbeiten verweigert.',
    'The language model wrote far more than was said.':
      'Das Sprachmodell hat weit mehr geschrieben, als gesagt wurde.',
    'The language model changed the language of the text.':
      'Das Sprachmodell hat die Sprache des Textes geändert.',
    'The language model left out much of what was said.':
      'Das Sprachmodell hat vieles vom Gesagten weggelassen.',
    'The selected text stays as it is.': 'Der ausgewählte Text bleibt unverändert.',
    '{provider} accepts no more requests right now ({why}): too many at once, or no credit left.':
      '{provider} nimmt gerade keine Anfragen mehr an ({why}): zu viele auf einmal, oder das Guthaben ist aufgebraucht.',
    '{provider} took too long: {why}.': '{provider} hat zu lange gebraucht: {why}.',
    '{provider} does not know the model ({why}). Choose another one.':
      '{provider} kennt das Modell nicht ({why}). Wählen Sie ein anderes.',
    '{provider} refused the request: {why}.': '{provider} hat die Anfrage abgelehnt: {why}.',
    '{provider} returned no usable answer: {why}.':
      '{provider} hat keine brauchbare Antwort geliefert: {why}.',
    '{provider} returned an incomplete answer: {why}.':
      '{provider} hat eine unvollständige Antwort geliefert: {why}.',
    'The mode "{mode}" has rewriting turned off.': 'Im Modus „{mode}“ ist die Überarbeitung ausgeschaltet.',
    'The text is empty.': 'Der Text ist leer.',
    'The action "{name}" has paused {why}. Texts wait for it until it is resumed.':
      'Die Aktion „{name}“ ist pausiert ({why}). Texte warten, bis sie wieder eingeschaltet ist.',
    'Exited with status 0.': 'Mit Status 0 beendet.',
    'Port {port} {why}, so the local API stays off.': 'Port {port} {why}, daher bleibt die lokale API aus.',
    'Port {wanted} {why}; the local API uses port {port} instead.':
      'Port {wanted} {why}; die lokale API verwendet stattdessen Port {port}.',
    'This machine has no secure store ({store}), so provider keys are stored in files that only you can read, as you chose.':
      'Dieser Computer hat keinen Schlüsselbund ({store}), daher liegen Anbieterschlüssel wie gewählt in Dateien, die nur Sie lesen können.',
    'Reload the window.': 'Laden Sie das Fenster neu.',
    '{path} cannot be written.': '{path} kann nicht geschrieben werden.',
    '{path} has only {size} MB left.': '{path}: nur noch {size} MB frei.',
    '{path}, {size} MB free.': '{path}, {size} MB frei.',
    'Not installed: m4a and aac cannot be decoded, other formats take longer.':
      'Nicht installiert: m4a und aac können nicht gelesen werden, andere Formate dauern länger.',
    'fastest English': 'Englisch, am schnellsten',
    'live English': 'Englisch, live',
    'quick English': 'Englisch, schnell',
    'best English': 'Englisch, am genauesten',
    '25 European languages': '25 europäische Sprachen',
    'the fewest errors among the fastest models; with word timestamps':
      'die wenigsten Fehler unter den schnellsten Modellen; mit Zeitmarken je Wort',
    'the fewest errors among models that transcribe while you speak; with word timestamps':
      'die wenigsten Fehler unter den Modellen, die beim Sprechen transkribieren; mit Zeitmarken je Wort',
    'the fewest errors of all; large and slow, without timestamps for captions':
      'die wenigsten Fehler überhaupt; groß und langsam, ohne Zeitmarken für Untertitel',
    'detects the language automatically; with word timestamps; smaller than Canary 1B v2':
      'erkennt die Sprache automatisch; mit Zeitmarken je Wort; kleiner als Canary 1B v2',
    '100 languages': '100 Sprachen',
    'good in English, rough in most other languages; detects the language automatically; with timestamps and translation into English':
      'gut auf Englisch, ungenau in den meisten anderen Sprachen; erkennt die Sprache automatisch; mit Zeitmarken und Übersetzung ins Englische',
    'English only; quick on any machine; without timestamps for captions':
      'nur Englisch; schnell auf jedem Computer; ohne Zeitmarken für Untertitel',
    '99 languages': '99 Sprachen',
    'detects the language automatically; half the size of Whisper Large v3, with nearly as few errors':
      'erkennt die Sprache automatisch; halb so groß wie Whisper Large v3, bei fast so wenigen Fehlern',
    'is in use by another program': 'wird von einem anderen Programm verwendet',
    'may not be used by this user': 'darf von diesem Benutzer nicht verwendet werden',
    'because the receiver answered that its address is gone (410)':
      'laut Empfänger gibt es die Adresse nicht mehr, 410',
    'after {count} failed attempts in a row': '{count} Fehlversuche nacheinander',
    'the connection was refused': 'Verbindung abgelehnt',
    'its host name was not found; this machine may be offline':
      'Name nicht gefunden, vielleicht ist dieser Computer offline',
    'there is no network': 'kein Netzwerk',
    'there is no route to it': 'keine Route dorthin',
    'the connection was lost': 'Verbindung unterbrochen',
    'the connection took too long': 'die Verbindung hat zu lange gedauert',
    'it closed the connection while data was being sent': 'Verbindung beim Senden geschlossen',
    'its certificate is not trusted by this machine': 'dieser Computer vertraut seinem Zertifikat nicht',
    'there was no connection': 'keine Verbindung',
    'no connection': 'keine Verbindung',
    'no connection ({code})': 'keine Verbindung ({code})',
    'no answer in {seconds} s': 'keine Antwort in {seconds} s',
    'it answered HTTP {status}': 'Antwort HTTP {status}',
    'it answered with status {status}': 'Antwort mit Status {status}',
    'it redirects elsewhere, and redirects are not followed':
      'es leitet weiter, und Weiterleitungen wird nicht gefolgt',
    'there was no answer within {seconds} s': 'keine Antwort innerhalb von {seconds} s',
    'the answer was cut off before its end': 'die Antwort bricht vor dem Ende ab',
    "the provider's own filter blocked the answer": 'der Filter des Anbieters hat die Antwort blockiert',
    'the answer is too large for a text': 'die Antwort ist zu groß für einen Text',
    'the connection was lost before the answer was complete':
      'Verbindung vor dem Ende der Antwort unterbrochen',
    "the answer does not match the provider's documentation":
      'die Antwort entspricht nicht der Dokumentation des Anbieters',
    "{provider} accepts no more requests right now: the account's limit has been reached or its credit has run out.":
      '{provider} nimmt gerade keine Anfragen an: Das Limit des Kontos ist erreicht oder das Guthaben aufgebraucht.',
    "{provider} accepts no more requests right now: the account's limit has been reached or its credit has run out (it asks to wait {seconds} s).":
      '{provider} nimmt gerade keine Anfragen an: Das Limit des Kontos ist erreicht oder das Guthaben aufgebraucht (in {seconds} s wieder möglich).',
    '{provider} rejected the key (HTTP {status}).': '{provider} hat den Schlüssel abgelehnt (HTTP {status}).',
    'The provider of the mode "{mode}" does not exist. Choose another one in the mode.':
      'Den Anbieter des Modus „{mode}“ gibt es nicht. Wählen Sie im Modus einen anderen.',
    'There are {count} servers already, which is the limit.':
      'Es gibt schon {count} Server, mehr sind nicht möglich.',
    'Remove one that is no longer used.': 'Entfernen Sie einen, den Sie nicht mehr brauchen.',
    'There is already a provider called "{name}".': 'Es gibt schon einen Anbieter namens „{name}“.',
    'The clock has jumped ahead since Quoth last ran, so nothing is deleted by its age for now.':
      'Die Uhr ist seit dem letzten Lauf von Quoth vorgesprungen; deshalb wird vorerst nichts seines Alters wegen gelöscht.',
    'If the date is right, nothing needs to be done: deletion resumes when Quoth has run for a day.':
      'Stimmt das Datum, ist nichts zu tun: Das Löschen geht weiter, wenn Quoth einen Tag gelaufen ist.',
    '{path} is a link to another folder, and Quoth deletes what is in this one.':
      '{path} ist eine Verknüpfung mit einem anderen Ordner, und Quoth löscht, was in diesem liegt.',
    'Remove the link, then start Quoth again. Nothing was deleted.':
      'Entfernen Sie die Verknüpfung und starten Sie Quoth neu. Es wurde nichts gelöscht.',
    'Move it aside, then start Quoth again.': 'Verschieben Sie es und starten Sie Quoth neu.',
    'The database was missing or empty, so the history is new. The audio of earlier recordings is still in {path}.':
      'Die Datenbank fehlte oder war leer, deshalb ist der Verlauf neu. Der Ton früherer Aufnahmen liegt noch in {path}.',
    'Restore a backup, or a copy of the database, to have their texts again.':
      'Stellen Sie eine Sicherung oder eine Kopie der Datenbank wieder her, um ihre Texte wiederzuhaben.',
    'The disk of the data folder is read-only, so nothing can be saved.':
      'Der Datenträger des Datenordners ist schreibgeschützt; nichts kann gespeichert werden.',
    'The data folder may not be written to, so nothing can be saved.':
      'In den Datenordner darf nicht geschrieben werden; nichts kann gespeichert werden.',
    'The disk of the data folder reports an error, so nothing can be saved.':
      'Der Datenträger des Datenordners meldet einen Fehler; nichts kann gespeichert werden.',
    'What could not be saved was not changed. Put that right, then try again.':
      'Was nicht gespeichert werden konnte, wurde nicht geändert. Beheben Sie das und versuchen Sie es noch einmal.',
    'This name cannot be the name of a file.': 'Dieser Name kann kein Dateiname sein.',
    'A name has letters, digits, spaces, ".", "_" and "-", and begins with a letter or digit.':
      'Ein Name besteht aus Buchstaben, Ziffern, Leerzeichen, „.“, „_“ und „-“ und beginnt mit einem Buchstaben oder einer Ziffer.',
    'A name is one line of visible characters.': 'Ein Name ist eine Zeile aus sichtbaren Zeichen.',
    'A mode needs a name.': 'Ein Modus braucht einen Namen.',
    'A name has at most {count} characters.': 'Ein Name hat höchstens {count} Zeichen.',
    'A name must not contain invisible characters, or ones that change the direction of text.':
      'Ein Name darf keine unsichtbaren Zeichen enthalten und keine, die die Schreibrichtung ändern.',
    'Write the word or phrase.': 'Geben Sie das Wort oder die Wendung ein.',
    'A word or phrase has at most {count} characters.':
      'Ein Wort oder eine Wendung hat höchstens {count} Zeichen.',
    'A word or phrase must not contain invisible characters, or ones that change the direction of text.':
      'Ein Wort oder eine Wendung darf keine unsichtbaren Zeichen enthalten und keine, die die Schreibrichtung ändern.',
    'Put the two sides of an arrow into separate fields.':
      'Tragen Sie die beiden Seiten des Pfeils in getrennte Felder ein.',
    'The file is too large for a vocabulary.': 'Die Datei ist zu groß für ein Vokabular.',
    'The key is empty.': 'Der Schlüssel ist leer.',
    'The key is too long.': 'Der Schlüssel ist zu lang.',
    'A key must be ASCII without spaces.': 'Ein Schlüssel enthält weder Leerzeichen noch Umlaute.',
    'This is no web address.': 'Das ist keine Webadresse.',
    'Leave user name and password out; a key goes beside it.':
      'Ohne Benutzernamen und Passwort; für den Schlüssel gibt es ein eigenes Feld.',
    'Leave out what follows "?" or "#".': 'Lassen Sie alles ab „?“ oder „#“ weg.',
    'Give an https address; http is for this machine only.':
      'Geben Sie eine https-Adresse ein; http ist nur auf diesem Computer möglich.',
    'Give an https address (or http on this machine) without a user name, query or fragment.':
      'Geben Sie eine https-Adresse (oder http auf diesem Computer) ohne Benutzernamen und ohne „?“ oder „#“ ein.',
    'Name a program.': 'Geben Sie ein Programm an.',
    'Give the full path.': 'Geben Sie den vollen Pfad ein.',
    'The path cannot contain "..".': 'Der Pfad darf „..“ nicht enthalten.',
    'There is no {placeholder} here. Use {list}.': '{placeholder} gibt es hier nicht. Möglich sind {list}.',
    'Give an address such as https://example.com/quoth.':
      'Geben Sie eine Adresse wie https://example.com/quoth ein.',
    'The address cannot contain a user name or password.':
      'Die Adresse darf weder Benutzernamen noch Passwort enthalten.',
    'Use https: without it, what you say would be readable on the network. http is allowed for addresses of this machine only.':
      'Verwenden Sie https: Sonst wäre im Netzwerk lesbar, was Sie sagen. http ist nur für Adressen dieses Computers erlaubt.',
    'Stop Quoth and restore quoth.db in the data folder from a backup, or move it aside to start with an empty history.':
      'Beenden Sie Quoth, und stellen Sie quoth.db im Datenordner aus einer Sicherung wieder her, oder legen Sie die Datei beiseite, um mit leerem Verlauf zu beginnen.',
    'The audio next to it is untouched.': 'Die Audiodateien daneben sind unversehrt.',
    'A sound server is needed, PulseAudio or PipeWire: {command}':
      'Ein Soundserver ist nötig, PulseAudio oder PipeWire: {command}',
    'This is a symbolic link, which is not followed.':
      'Das ist ein symbolischer Link; Links wird nicht gefolgt.',
    'Give the path of the file itself.': 'Geben Sie den Pfad der Datei selbst an.',
    'This is a folder.': 'Das ist ein Ordner.',
    'Give the path of a file.': 'Geben Sie den Pfad einer Datei an.',
    'Its signing secret is missing.': 'Das Signaturgeheimnis fehlt.',
    'Make a new one for this action.': 'Erzeugen Sie für diese Aktion ein neues.',
    'This name does not lead to this machine, and http goes nowhere else.':
      'Dieser Name führt nicht zu diesem Computer, und http ist nur dorthin möglich.',
    'Use https.': 'Verwenden Sie https.',
    'There is no program "{program}".': 'Es gibt kein Programm „{program}“.',
    'Give its full path, or check that it is on the PATH.':
      'Geben Sie den vollen Pfad an, oder prüfen Sie, ob es im PATH liegt.',
    '"{program}" may not be executed.': '„{program}“ darf nicht ausgeführt werden.',
    'Make it executable, such as with: chmod u+x': 'Machen Sie es ausführbar, etwa mit: chmod u+x',
    '"{program}" is not a program.': '„{program}“ ist kein Programm.',
    'A script begins with a line such as #!/bin/sh': 'Ein Skript beginnt mit einer Zeile wie #!/bin/sh',
    '"{program}" cannot be started without a shell.': '„{program}“ lässt sich nicht ohne Shell starten.',
    'Name the program that runs it, such as cmd.exe with /c, as the command.':
      'Geben Sie das Programm an, das es ausführt, etwa cmd.exe mit /c.',
    'What an edit by voice replaced is kept in memory for ten minutes.':
      'Was eine Bearbeitung per Stimme ersetzt hat, bleibt zehn Minuten im Speicher.',
    'The program that has the text may undo it.':
      'Vielleicht kann das Programm mit dem Text es rückgängig machen.',
    'Data folder': 'Datenordner',
    'Audio decoder FFmpeg': 'Audiodecoder FFmpeg',
    'Neural speech models (transcribe.cpp)': 'Neuronale Erkennungsmodelle (transcribe.cpp)',
    Notice: 'Hinweis',
    'API Server': 'API-Server',
    '{path}, model {model}.': '{path}, Modell {model}.',
    'Not found: {list}.': 'Nicht gefunden: {list}.',
    'The package {package} is not installed.': 'Das Paket {package} ist nicht installiert.',
    'There is no prebuilt library for {system}; cloud providers work without it.':
      'Für {system} gibt es keine fertige Bibliothek; Cloud-Anbieter funktionieren ohne sie.',
    'Ready, {count} model installed.': 'Bereit, {count} Modell installiert.',
    'Ready, {count} models installed.': 'Bereit, {count} Modelle installiert.',
    'Ready, but no model is installed.': 'Bereit, aber kein Modell ist installiert.',
    'Remove the package instead.': 'Entfernen Sie stattdessen das Paket.',
    'The credit with {provider} has run out.': 'Das Guthaben bei {provider} ist aufgebraucht.',
    'The credit with {provider} will last for about {minutes} more minute of speech.':
      'Das Guthaben bei {provider} reicht noch für etwa {minutes} Minute Sprache.',
    'The credit with {provider} will last for about {minutes} more minutes of speech.':
      'Das Guthaben bei {provider} reicht noch für etwa {minutes} Minuten Sprache.',
    'Ask its operator for more credit, or choose a model on this machine.':
      'Bitten Sie den Betreiber um mehr Guthaben, oder wählen Sie ein Modell auf diesem Computer.',
    'Check the address and the token.': 'Prüfen Sie Adresse und Token.',
    'It responds, but limits the request rate.': 'Er antwortet, begrenzt aber die Zahl der Anfragen.',
    '{provider} has been removed, so no more audio was sent.':
      '{provider} wurde entfernt, daher wurde kein weiterer Ton gesendet.',
    'Choose another provider.': 'Wählen Sie einen anderen Anbieter.',
    'Create a key at {address}.': 'Schlüssel gibt es unter {address}.',
    'The key for {provider} cannot be read.': 'Der Schlüssel für {provider} ist nicht lesbar.',
    'Unlock the store and try again.': 'Entsperren Sie den Schlüsselbund, und versuchen Sie es noch einmal.',
    'Checked {when}.': 'Geprüft: {when}.',
    'just now': 'gerade eben',
    '{seconds} s ago': 'vor {seconds} s',
    '{minutes} min ago': 'vor {minutes} min',
    'Tried {method} {address} {when}; no audio was sent.':
      'Versucht: {method} {address}, {when}; es wurde kein Ton gesendet.',
    'Tried {method} {address}; no audio was sent.':
      'Versucht: {method} {address}; es wurde kein Ton gesendet.',
    'Tried {method} {address} {when}; no text was sent.':
      'Versucht: {method} {address}, {when}; es wurde kein Text gesendet.',
    'Tried {method} {address}; no text was sent.':
      'Versucht: {method} {address}; es wurde kein Text gesendet.',
    'The audio was being sent to {address}; the last check, {when}, succeeded.':
      'Der Ton wurde gerade an {address} gesendet; die letzte Prüfung ({when}) war erfolgreich.',
    'Start a keyring service and set each key again to move it there.':
      'Starten Sie einen Schlüsselbund-Dienst, und tragen Sie jeden Schlüssel neu ein, um ihn dorthin zu verschieben.',
    'The key is stored in {store}, which is locked or did not respond.':
      'Der Schlüssel liegt in {store}; dieser Speicher ist gesperrt oder antwortet nicht.',
    'The signing secret is stored in {store}, which is locked or did not respond.':
      'Das Signaturgeheimnis liegt in {store}; dieser Speicher ist gesperrt oder antwortet nicht.',
    'This machine has no secure store ({store}), so the {what}.':
      'Dieser Computer hat keinen Schlüsselbund ({store}): {what}.',
    'The {what}: {store} is locked or did not respond.': '{store} ist gesperrt oder antwortet nicht: {what}.',
    'key was not saved': 'der Schlüssel wurde nicht gespeichert',
    'key could not be deleted': 'der Schlüssel konnte nicht gelöscht werden',
    'signing secret was not saved': 'das Signaturgeheimnis wurde nicht gespeichert',
    'signing secret could not be deleted': 'das Signaturgeheimnis konnte nicht gelöscht werden',
    'The recording was canceled.': 'Die Aufnahme wurde abgebrochen.',
    'Its audio is kept.': 'Der Ton ist gespeichert.',
    'The server has no language model.': 'Der Server hat kein Sprachmodell.',
    'Install one there, for example with "ollama pull gemma3:4b".':
      'Installieren Sie dort eines, zum Beispiel mit „ollama pull gemma3:4b“.',
    'The mode "{mode}" rewrites on this machine only, but its provider is remote.':
      'Der Modus „{mode}“ überarbeitet nur auf diesem Computer, sein Anbieter ist aber anderswo.',
    'Nothing was sent.': 'Es wurde nichts gesendet.',
    'The prompt is empty.': 'Der Prompt ist leer.',
    'Say what to do with the text, or give a preset.':
      'Schreiben Sie, was mit dem Text geschehen soll, oder wählen Sie einen Stil.',
    'Give a text to rewrite.': 'Geben Sie einen Text zum Überarbeiten ein.',
    'Give a preset or a prompt, or turn rewriting on in the mode.':
      'Wählen Sie einen Stil oder einen Prompt, oder schalten Sie die Überarbeitung im Modus ein.',
    'The text is too long for {model} of {provider}: at least {count} tokens, but its context for input and output is {limit}.':
      'Der Text ist zu lang für {model} von {provider}: mindestens {count} Tokens, für Ein- und Ausgabe zusammen ist Platz für {limit}.',
    'Choose another model, or rewrite it in parts.':
      'Wählen Sie ein anderes Modell, oder überarbeiten Sie den Text in Teilen.',
    'Something went wrong while calling {provider}.':
      'Beim Aufruf von {provider} ist ein Fehler aufgetreten.',
    'The new token could not be stored.': 'Das neue Token konnte nicht gespeichert werden.',
    'The disk is full, so the new token could not be stored.':
      'Der Datenträger ist voll, daher konnte das neue Token nicht gespeichert werden.',
    'The old one no longer works.': 'Das alte gilt nicht mehr.',
    'The old one no longer works until Quoth ends.': 'Das alte gilt nicht mehr, bis Quoth beendet wird.',
    '{provider} does not offer speech-to-text.': '{provider} bietet keine Transkription an.',
    'The last {seconds} s of the audio are missing: the file ends before its header says.':
      'Die letzten {seconds} s fehlen: Die Datei ist kürzer, als ihr Kopf angibt.',
    'Send the whole file if you have it.': 'Senden Sie die ganze Datei, wenn Sie sie haben.',
    '{provider} responded with a redirect to another address.':
      '{provider} leitet an eine andere Adresse weiter.',
    'It was not followed, so neither the key nor the audio was sent there; check the base URL.':
      'Der Weiterleitung wurde nicht gefolgt, daher wurden dorthin weder Schlüssel noch Ton gesendet; prüfen Sie die Adresse.',
    'The request to {provider} was canceled.': 'Die Anfrage an {provider} wurde abgebrochen.',
    'The request to {provider} could not be made.': 'Die Anfrage an {provider} war nicht möglich.',
    'The audio could not be read from the disk.': 'Der Ton konnte nicht vom Datenträger gelesen werden.',
    'The base URL of {provider} cannot be used.': 'Die Adresse von {provider} kann nicht verwendet werden.',
    'Use 127.0.0.1 for this machine.': 'Verwenden Sie 127.0.0.1 für diesen Computer.',
    "{provider} accepts no more audio right now: the account's limit has been reached or its credit has run out.":
      '{provider} nimmt gerade keinen Ton an: Das Limit des Kontos ist erreicht oder das Guthaben aufgebraucht.',
    '{provider} did not answer in time while audio was being streamed.':
      '{provider} hat beim Senden nicht rechtzeitig geantwortet.',
    '{provider} refused the audio that was being streamed.': '{provider} hat den gesendeten Ton abgelehnt.',
    'The stream to {provider} was canceled.': 'Das Senden an {provider} wurde abgebrochen.',
    '{provider} ended the stream before the text was complete.':
      '{provider} hat die Verbindung beendet, bevor der Text vollständig war.',
    '{provider} is still working on this request.': '{provider} arbeitet noch an dieser Anfrage.',
    'No model is chosen for {provider}.': 'Für {provider} ist kein Modell gewählt.',
    '{provider} does not accept {format} files; it accepts {list}.':
      '{provider} nimmt keine Dateien im Format {format} an, sondern {list}.',
    'The audio has {size} MB; {provider} accepts at most {limit} MB.':
      'Die Aufnahme hat {size} MB; {provider} nimmt höchstens {limit} MB an.',
    'The audio lasts {minutes} minutes; {provider} accepts at most {limit}.':
      'Die Aufnahme dauert {minutes} Minuten; {provider} nimmt höchstens {limit} an.',
    '{provider} did not finish within {seconds} s.':
      '{provider} ist nicht innerhalb von {seconds} s fertig geworden.',
    "{provider}'s model {model} does not transcribe live.":
      'Das Modell {model} von {provider} transkribiert nicht live.',
    'Port {port} {why}; the Wyoming listener stays off.': 'Port {port} {why}; Wyoming bleibt aus.',
    'It cannot be read.': 'Die Zeile ist nicht lesbar.',
  },
};
