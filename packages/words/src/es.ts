import type { ErrorTranslations } from './translate.ts';

/** Errors, warnings and remedies in Spanish. */
export const words: ErrorTranslations = {
  messages: {
    // Each code's own, where nothing more is known
    unauthorized: 'El token falta o no es correcto.',
    forbiddenOrigin: 'Esta solicitud no viene de una aplicación de este equipo.',
    forbiddenScope: 'Al token le falta un permiso.',
    notFound: 'Esta dirección no existe.',
    methodNotAllowed: 'Esta dirección no admite ese método.',
    unsupportedMediaType: 'Aquí no se acepta este tipo de contenido.',
    payloadTooLarge: 'La solicitud es demasiado grande.',
    timeout: 'La solicitud tardó demasiado.',
    rateLimited: 'La cola de transcripciones está llena.',
    internalError: 'Algo falló en Quoth.',
    diskFull: 'El disco está lleno.',
    invalidRequest: 'La solicitud no es válida.',
    busy: 'Ahora mismo está en uso.',
    conflict: 'Su estado actual no lo permite.',
    alreadyExists: 'Ese nombre ya existe.',
    limitReached: 'Quoth no puede guardar más.',
    alreadyRunning: 'Quoth ya está abierto.',
    modelNotInstalled: 'El modelo de reconocimiento no está instalado.',
    modelNotFound: 'Ese modelo no existe.',
    engineUnavailable: 'El motor no se puede usar en este momento.',
    missingApiKey: 'La clave de API del proveedor falta o fue rechazada.',
    paymentRequired: 'Se agotó el saldo de la pasarela.',
    fileNotFound: 'No hay ningún archivo en esta ruta.',
    fileAccessDenied: 'No hay permiso para leer el archivo.',
    fileNotAllowed: 'La API no puede leer archivos de esta carpeta.',
    audioDecodeFailed: 'El audio no se puede leer.',
    transcriptionFailed: 'La transcripción falló.',
    microphoneUnavailable: 'No se puede usar ningún micrófono.',
    modeNotFound: 'Ese modo no existe.',
    modeNameTaken: 'Otro modo ya se llama así.',
    recordingNotFound: 'Esa grabación no existe.',
    noSpeech: 'No se detectó ninguna voz en el audio.',
    recordingNotAllowed: 'Esta aplicación no tiene permiso para usar el micrófono.',
    purgeNotAllowed: 'Las aplicaciones no tienen permiso para vaciar la papelera.',
    notRecording: 'No hay ninguna grabación en curso.',
    notPasted: 'El texto no se insertó en el cursor.',
    clipboardUnavailable: 'No se puede usar el portapapeles.',
    selectionUnavailable: 'No se puede leer el texto seleccionado.',
    desktopUnavailable: 'Este entorno de escritorio no se lo permite a Quoth.',
    windowUnavailable: 'No se puede abrir la ventana.',
    keyStoreUnavailable: 'No se puede usar el llavero.',
    recorderBusy: 'La grabadora está en uso.',
    declined: 'La solicitud fue rechazada.',
    questionNotFound: 'Esa pregunta no existe.',
    cancelled: 'La operación se canceló.',
    // Models
    modelInUse: 'Una transcripción está usando {model}.',
    waitUntilFinishedOrCancel: 'Espera a que termine o cancélala e inténtalo de nuevo.',
    modelOfPackage: '{model} pertenece a un paquete del sistema, que lo puso en {folder}.',
    removePackage: 'Quita el paquete en su lugar. En Debian, este comando lo indica: dpkg -S {path}',
    modelFileOtherSize:
      'No es el archivo de {model}: ocupa {size} ({bytes} bytes) y se esperaban {wantedSize} ({wanted} bytes).',
    incompleteModelFile:
      'Puede que la descarga esté incompleta: descárgalo de nuevo desde la dirección indicada.',
    modelFileOtherChecksum:
      'No es el archivo de {model}: su suma de verificación es {found} y se esperaba {wanted}.',
    damagedModelFile: 'Está dañado o es otro archivo: descárgalo de nuevo desde la dirección indicada.',
    modelFileUnusable: '{file} de la carpeta de modelos no se puede usar.',
    modelFileGone: 'El archivo de {model} ya no está en la carpeta de modelos.',
    modelFileChanged: 'El archivo de {model} está dañado o se sustituyó.',
    includedModelMissing: 'Falta el archivo de {model} que forma parte de Quoth: {path}.',
    includedModelDamaged: 'El archivo de {model} que forma parte de Quoth está dañado: {path}.',
    namedModelNotInstalled: '{model} no está instalado.',
    importedModelNotDownloadable: '{model} se importó de un archivo y no se puede descargar.',
    downloadFailedAlready: 'Esta descarga ya falló.',
    modelNotDownloading: 'Este modelo no se está descargando.',
    notEnoughSpace:
      'No hay espacio suficiente para {what}: se necesitan {needed} y hay {free} libres, de los que {reserved} están reservados.',
    diskFullWhileDownloading: 'El disco se llenó mientras se descargaba {model}.',
    freeSpaceForModel:
      'Libera espacio en el disco de la carpeta de datos (consulta cuál es en Configuración > Acerca de) o quita un modelo en Modelos.',
    downloadModel: 'Descárgalo en Modelos.',
    importModelAgain: 'Vuelve a importar su archivo en Modelos.',
    restoreIncludedModel:
      'Vuelve a instalar Quoth y reinícialo, o descarga otro archivo de este modelo en Modelos.',
    removeModel: 'Para eliminarlo, quítalo en Modelos.',
    continueDownload: 'Continúa la descarga en Modelos o cancélala allí.',
    freeSpaceThenContinue: 'Libera espacio y continúa la descarga en Modelos.',
    beginDownload: 'Descárgalo en Modelos.',
    cancelDownload: 'Cancela su descarga en Modelos.',
    runModelDownload: 'Descárgalo en Modelos.',
    modelNotInstalledHere: 'El modelo {model} no está instalado.',
    theseDownloads: 'estas descargas',
    modelNotDownloaded: 'No se pudo descargar {model}: {why}.',
    downloadByHand:
      'Inténtalo más tarde en Modelos. Los modelos instalados siguen funcionando. Para instalarlo a mano, descarga {address} (SHA-256 {sha256}) e importa el archivo en Modelos.',
    hubUnreachable: 'no se puede conectar con {host}',
    hubStoppedSending: '{host} dejó de enviar',
    hubBrokeConnection: '{host} cortó la conexión varias veces',
    hubNotWorking: '{host} no funciona (estado {status})',
    hubBusy: '{host} recibió demasiadas solicitudes',
    hubBusyFor: '{host} recibió demasiadas solicitudes y pide esperar {minutes} min',
    hubRedirectsUnsafely: '{host} redirige a {address}, que no es una dirección segura',
    hubRedirectsNowhere: '{host} redirige a una dirección no válida',
    hubRedirectsTooOften: '{host} redirige demasiadas veces',
    hubHasOtherFile: 'ahora hay otro archivo en su dirección',
    hubHasNoFile: 'no hay ningún archivo en su dirección',
    hubRefused: 'el servidor lo rechazó (estado {status})',
    hubLacksRest: 'el servidor no tiene los bytes restantes',
    hubFileChanged: 'el archivo cambió durante la descarga',
    hubWouldRestart: 'el servidor volvería a empezar con un archivo de otro tamaño',
    hubSentOtherRange: 'el servidor envió un rango distinto del solicitado',
    webPageArrived: 'llegó una página web; puede que la red pida iniciar sesión',
    downloadedFileDiffers: 'el archivo no es el del catálogo (la suma de verificación no coincide)',
    tooManyBytesArrived: 'llegaron más de {bytes} bytes',
    otherLengthAnnounced: 'se anunciaron {announced} bytes en lugar de {wanted}',
    fileIsNoModel: 'Este archivo no sirve como modelo de reconocimiento: {why}.',
    fileIsEmpty: 'está vacío',
    fileIsNoGguf: 'no es un archivo GGUF',
    fileEndsTooEarly: 'está incompleto',
    ggufVersionUnsupported: 'su versión de GGUF, {version}, no es compatible',
    ggufHeaderDamaged: 'su cabecera está dañada',
    ggufHeaderTooLarge: 'su cabecera es demasiado grande',
    ggufWithoutArchitecture: 'no indica la arquitectura del modelo',
    architectureUnsupported:
      'Este modelo tiene la arquitectura «{architecture}», que ningún motor instalado admite.',
    supportedArchitectures: 'Arquitecturas admitidas: {names}.',
    downloadModelFileAgain:
      'Descárgalo de nuevo; su tamaño y su suma de verificación deben coincidir con los de su origen. Los archivos de modelo terminan en .gguf.',
    modelPathNotAbsolute: 'Escribe la ruta completa del archivo de modelo.',
    modelFileNotAllowed: 'No es un archivo normal, o pertenece a Quoth o al sistema.',
    giveModelFile: 'Elige un archivo de modelo, que termina en .gguf.',
    modelFilesEndIn: 'Los archivos de modelo terminan en .gguf.',
    fileBecameLonger: 'El archivo cambió mientras se copiaba.',
    fileBecameShorter: 'El archivo cambió mientras se copiaba.',
    tryAgainOnceUnwritten: 'Inténtalo de nuevo cuando ya no se esté escribiendo en él.',
    // Actions
    actionNotFound: 'Esa acción no existe.',
    listActionsAgain: 'Puede que se haya eliminado; vuelve a cargar la lista.',
    actionNameTaken: 'Ya hay una acción llamada «{name}».',
    chooseOtherName: 'Elige otro nombre; no se distinguen mayúsculas y minúsculas.',
    tooManyActions: 'Ya hay {count} acciones.',
    deleteUnused: 'Elimina lo que ya no uses.',
    actionKindFixed: 'El tipo de una acción no se puede cambiar.',
    addOtherAction: 'Añade otra acción y elimina esta.',
    actionRunNotFound: 'Esta ejecución no existe.',
    listRunsAgain: 'Puede que se haya eliminado su grabación o su acción; vuelve a cargar la lista.',
    quothWasStopped: 'Quoth se detuvo.',
    quothEndedUnexpectedly: 'Quoth se cerró inesperadamente.',
    onlyPostsHaveSecret: 'Solo las acciones que envían a una dirección tienen un secreto de firma.',
    actionPaused: 'La acción «{name}» está en pausa.',
    recordingWithoutText: 'Esta grabación no tiene texto.',
    attemptRunning: 'Hay un intento en curso.',
    waitUntilAttemptEnded: 'Espera a que termine.',
    systemFoldersRefused: 'No se escribe en las carpetas del sistema ni en las de Quoth.',
    linkNotFollowed: 'Es un enlace simbólico, y no se sigue. Indica la ruta del propio archivo.',
    pathIsFolder: 'Es una carpeta. Indica la ruta de un archivo.',
    folderReplacedByLink: 'El archivo no está donde parecía: una carpeta se sustituyó por un enlace.',
    hiddenFilesRefused:
      'No se escribe en archivos ni carpetas ocultos (los que empiezan por un punto) de tu carpeta personal.',
    addedToFile: 'Añadido a {path}.',
    notAFile: 'No es un archivo.',
    fileReplacedAllTheTime: 'Este archivo se está sustituyendo continuamente.',
    fileNotWritable: 'No hay permiso para escribir este archivo. Revisa sus permisos y los de su carpeta.',
    fileOpenElsewhere: 'Otro programa tiene abierto este archivo.',
    fileSystemReadOnly:
      'Este archivo está donde no se puede escribir (el sistema de archivos es de solo lectura).',
    pathThroughFile: 'Una parte de esta ruta es un archivo, no una carpeta.',
    pathTooLong: 'Esta ruta es demasiado larga.',
    fileNotWritten: 'No se pudo escribir el archivo.',
    programTimedOut: 'Se detuvo a los {seconds} s, su límite de tiempo.',
    programExited: 'Terminó con el estado {status}.',
    programKilled: 'Terminado por {signal}.',
    programNotFound:
      'No existe el programa «{program}». Indica su ruta completa o comprueba que esté en el PATH.',
    programNotExecutable: '«{program}» no se puede ejecutar. Hazlo ejecutable, por ejemplo con: chmod u+x',
    notAProgram: '«{program}» no es un programa. Un script empieza con una línea como #!/bin/sh',
    programNeedsShell:
      '«{program}» no se puede iniciar sin un shell. Indica como comando el programa que lo ejecuta, como cmd.exe con /c.',
    argumentsTooLong: 'Sus argumentos son demasiado largos para este sistema.',
    programNotStarted: 'No se pudo iniciar el programa.',
    signingSecretMissing: 'Falta el secreto de firma. Crea uno nuevo para esta acción.',
    answerTooLate: 'Sin respuesta completa en {seconds} s.',
    answered: 'Respuesta: {status}.',
    answeredRedirect: 'Respuesta: {status}, una redirección que no se sigue. Indica la dirección final.',
    answeredGone: 'Respuesta: 410, esta dirección ya no existe.',
    nameLeadsElsewhere: 'Este nombre no lleva a este equipo, y http solo funciona aquí. Usa https.',
    nothingListens: 'Nada responde en esta dirección.',
    nameNotResolved: 'No se encuentra el nombre de esta dirección.',
    notHttps: 'Lo que responde allí no usa https correctamente ({code}), así que no se envió nada.',
    certificateRefused: 'Su certificado no se acepta ({code}), así que no se envió nada.',
    addressNotReached: 'No se pudo conectar con la dirección.',
    addressNotReachedCode: 'No se pudo conectar con la dirección ({code}).',
    actionPausedGone:
      'La acción «{name}» está en pausa: el destino respondió que la dirección ya no existe (410). Los textos esperan hasta que se reanude.',
    actionPausedFailures:
      'La acción «{name}» está en pausa tras {count} intentos fallidos seguidos. Los textos esperan hasta que se reanude.',
    resumeAction: 'Actívala antes en Configuración > Acciones.',
    lookIntoAction:
      'Sus intentos, en Configuración > Acciones, muestran qué falló. Después, vuelve a activarla allí.',
    // Dictation
    microphoneSilent: 'Del micrófono solo llega silencio.',
    microphoneMaybeMuted: 'Puede que esté silenciado o que lo use otra aplicación.',
    seeOtherMicrophones: 'Ve a Configuración > General.',
    seeMicrophones: 'Ve a Configuración > General.',
    noSpeechForLong: 'Cinco minutos sin voz. La grabación se detiene a los diez.',
    speakOrConfirm: 'Habla o confirma que sigues ahí.',
    recordingLimitNear:
      'Esta grabación está a punto de llegar al límite de seis horas. Se detiene en diez minutos como máximo.',
    stopAndStartAnother: 'Detenla e inicia otra.',
    alreadyRecording: 'Ya hay una grabación en curso.',
    endRecordingFirst: 'Primero, detén o cancela la grabación.',
    stoppedBeforeBegun: 'La grabación se detuvo antes de empezar.',
    startAndSpeak: 'Empieza de nuevo y detenla después de hablar.',
    stillBeingRecorded: 'Este dictado aún se está grabando.',
    stopOrWait: 'Primero, detén la grabación.',
    noSuchDictation: 'Este dictado no existe o terminó hace más de un minuto.',
    seeKeptDictations: 'Ve a Historial.',
    nothingReplaced: 'No se conserva ningún texto que este dictado haya sustituido.',
    replacedTextsExpire:
      'Lo que se sustituye al editar con la voz se conserva diez minutos en la memoria. Quizá la aplicación que tiene el texto pueda deshacerlo.',
    selectionUnreadableHere: 'En este entorno de escritorio, Quoth no puede leer el texto seleccionado.',
    editByVoiceWorksOn: 'La edición con la voz funciona en X11, macOS y Windows.',
    selectionNotRead: 'No se pudo leer ningún texto seleccionado, así que no se cambió nada.',
    selectTextOrDictate:
      'Selecciona el texto e inténtalo de nuevo. Para escribir lo que dices, usa el atajo de dictado.',
    nothingSelected: 'No hay texto seleccionado: lo que digas se escribe tal cual.',
    diskFullWhileRecording: 'El disco está lleno: la grabación se detuvo.',
    recordingNotWritten: 'La grabación no se pudo escribir en el disco y se detuvo.',
    freeSpaceThenTranscribe:
      'Libera espacio y vuelve a transcribirla desde el historial: está todo lo grabado hasta ese momento.',
    freeSpaceThenRecord:
      'No se pudo guardar nada. Libera espacio en el disco de la carpeta de datos y graba de nuevo.',
    microphoneDisconnected: 'El micrófono se desconectó.',
    microphoneWithoutSound: 'El micrófono se abrió, pero no llegó ningún sonido.',
    tryAgainOrChooseAnother: 'Inténtalo de nuevo o elige otro.',
    endedBeforeAudio: 'La grabación terminó antes de que llegara el audio.',
    shuttingDown: 'Quoth se está cerrando.',
    windowsNotSeen: 'En este entorno de escritorio no se pueden ver las ventanas de otras aplicaciones.',
    enterProgramYourself: 'Escribe el nombre de la aplicación en la regla.',
    deletedPermanently: 'Esta grabación se ha eliminado definitivamente.',
    discardedKeptFor: 'Una grabación descartada se puede restaurar durante {seconds} segundos.',
    copyPrivateText: 'No se guarda en ningún sitio. Durante un minuto se puede ver en Grabar.',
    selectedTextStays: 'El texto seleccionado se queda como está. {why}',
    editCameToNothing: 'El modelo de lenguaje no devolvió nada con qué sustituirlo.',
    spokenIsInHistory: 'Lo que dijiste está en el historial.',
    startRecordingFirst: 'Primero, inicia una grabación.',
    waitForRecorder: 'Inténtalo de nuevo en un momento.',
    recordingCancelledByUser: 'Su usuario canceló la grabación.',
    recordingTooLong: 'Una grabación puede durar {hours} horas como máximo.',
    endAndBeginAnother: 'Termínala y empieza otra. Lo que ha llegado se conserva.',
    // Questions of programs
    allowRecordingOfShared: 'En Aplicaciones, permite que las que usan este token pregunten.',
    allowRecordingOfToken: 'Dale permiso en Aplicaciones.',
    screenLocked: 'La pantalla está bloqueada, así que nadie vería que esta aplicación está grabando.',
    tryWhenUnlocked: 'Inténtalo de nuevo cuando la pantalla esté desbloqueada.',
    recordingNotShown: 'Nada en este equipo podría mostrar que una aplicación está grabando.',
    openWindowToBeAsked: 'Abre la ventana de Quoth o usa Quoth en un escritorio con X11 o notificaciones.',
    recorderUsedByOther: 'El usuario u otra aplicación está usando la grabadora.',
    questionOpen: 'Ya hay una pregunta en la pantalla.',
    tooManyQuestions: 'Esta aplicación ha preguntado {count} veces en un minuto.',
    waitBeforeAsking: 'Espera un minuto antes de volver a preguntar y reúne todo en una sola pregunta.',
    fieldNotForPrograms:
      'Una aplicación no puede establecer «{field}»: lo que graba va solo a ella, desde el micrófono que eligió el usuario.',
    readTextLater: '',
    noOneReacted: 'Nadie reaccionó en {minutes} minutos.',
    userMayBeAway: 'Puede que el usuario no esté. Pregunta de otra manera o más tarde.',
    questionWithdrawn: 'La pregunta se retiró antes de recibir respuesta.',
    whyWithdrawn:
      'Se retira cuando nadie espera la respuesta, cuando la pantalla está bloqueada y cuando el usuario ya no lo permite.',
    onlyProgramsAsk: 'Solo las aplicaciones hacen preguntas, por la API local.',
    recordYourself: 'Para grabar, ve a Grabar.',
    programRecordsAtMost: 'Una aplicación graba como máximo {seconds} segundos.',
    lowerMaxSeconds: 'Pon en «max_seconds» ese valor como máximo.',
    allowRecording: 'Dale permiso en Aplicaciones.',
    // Modes
    oneModeIsDefault: 'Un modo tiene que ser el predeterminado.',
    makeOtherModeDefault: 'Usa otro modo como predeterminado; sustituirá a este.',
    lastModeStays: 'El último modo no se puede eliminar.',
    createOtherModeFirst: 'Crea otro antes o cambia este.',
    wyomingModeNotFound: 'No hay ningún modo con el identificador que indica wyomingMode.',
    changeNotFound: 'Ese cambio ya no existe.',
    changesKeptFor: 'Los cambios se conservan {days} días.',
    changeUndoneAlready: 'Este cambio ya se deshizo.',
    modeExistsAgain: 'El modo vuelve a existir. Ya no se puede deshacer.',
    modeGone: 'El modo ya no existe. Ya no se puede deshacer.',
    modeChangedSince: 'El modo ha cambiado desde entonces. Ya no se puede deshacer.',
    changeModeByHand: 'Abre el modo y cámbialo a mano.',
    folderPathNotFull: 'Una carpeta se indica con su ruta completa.',
    enterWholePath: 'Escribe la ruta completa, como {path}.',
    shortcutTwice: 'Otra acción tiene el mismo atajo.',
    vocabularyEntryNotFound: 'Esa entrada del vocabulario no existe.',
    listVocabularyAgain: 'Puede que se haya eliminado; vuelve a cargar el vocabulario.',
    inVocabularyAlready: '«{phrase}» ya está en el vocabulario.',
    changeThatEntry: 'Cambia la entrada que ya existe.',
    vocabularyFull: 'Un vocabulario tiene como máximo {count} entradas.',
    deleteUnneeded: 'Elimina lo que ya no necesites.',
    existsAlready: 'Ya existe.',
    // Programs
    revokeThatToken: 'Revoca antes ese token.',
    otherNameOrRevoke: 'Elige otro nombre o revoca antes ese token.',
    tokenNotFound: 'Ese token no existe.',
    listTokensAgain: 'Puede que se haya revocado; vuelve a cargar la lista.',
    tokenNotDeleted:
      'El token «{name}» se rechaza desde ahora, pero no se pudo eliminar: volvería a valer tras un reinicio.',
    freeSpaceThenRevoke: 'Libera espacio y revócalo otra vez.',
    waitThenRevoke: 'Espera un momento y revócalo otra vez.',
    tokenCannotRecord: 'El token «{name}» no tiene el permiso «record».',
    createTokenWithIt: 'Crea otro token con ese permiso; los permisos de un token no cambian nunca.',
    tokenEndInPast: 'La fecha de caducidad de este token ya pasó.',
    chooseLaterDate: 'Elige una fecha posterior o ninguna.',
    tooManyTokens: 'Ya hay {count} tokens.',
    revokeUnused: 'Revoca los que ya no se usen.',
    tokenInFile:
      'Este equipo no tiene llavero ({store}), así que el token se guarda en un archivo que solo tú puedes leer.',
    tokenMayMove:
      'No tienes que hacer nada. Cuando haya un servicio de llavero en marcha, regenera el token para guardarlo allí.',
    tokenNotStoredDiskFull: 'El disco estaba lleno, así que el token solo vale hasta que cierres Quoth.',
    freeSpaceThenNewToken: 'Libera espacio y crea un token nuevo.',
    tokenStoreLocked:
      '{store} está bloqueado o no respondió, así que el token solo vale hasta que cierres Quoth.',
    unlockKeyringRestart: 'Desbloquea el llavero y reinicia Quoth para usar el token guardado.',
    tokenNameTaken: 'Ya hay un token llamado «{name}».',
    tokenNameShown: 'Ya hay un token llamado «{name}», y se le ha mostrado a alguien.',
    newTokenNotStored: 'El token nuevo no se pudo guardar. El anterior ya no funciona.',
    newTokenNotStoredYet:
      'El token nuevo no se pudo guardar. El anterior no funciona hasta que Quoth se cierre.',
    newTokenNotStoredDiskFull:
      'El disco está lleno, así que el token nuevo no se pudo guardar. El anterior ya no funciona.',
    newTokenNotStoredDiskFullYet:
      'El disco está lleno, así que el token nuevo no se pudo guardar. El anterior no funciona hasta que Quoth se cierre.',
    unlockThenNewToken: 'Desbloquea {store} y crea un token nuevo.',
    // Backups
    databaseDamagedAt: 'La base de datos {path} está dañada.',
    moveDatabaseAside:
      'Mueve el archivo a otro sitio (consérvalo) y vuelve a iniciar Quoth, o restáuralo desde una copia de seguridad. El audio que está junto a él no se ha tocado.',
    freeSpaceAtPath: 'Libera espacio donde está {path} y vuelve a iniciar Quoth.',
    dataOfNewerVersion: 'Los datos los escribió una versión más reciente de Quoth.',
    installNewerVersion:
      'Instala de nuevo la versión más reciente, o vuelve a la copia de la base de datos anterior a la actualización («quoth restore» muestra las copias). No se ha cambiado nada; el archivo es {path}.',
    alreadyRunningHere: 'Quoth ya se está ejecutando con esta carpeta de datos.',
    backupOfNewerFormat: 'Esta copia es de Quoth {version} y su formato no se puede leer con esta versión.',
    installThatVersion: 'Instala Quoth {version} o una versión posterior y restáurala.',
    notABackup: 'Este archivo no es una copia de Quoth.',
    chooseBackupFile: 'Elige un archivo que Quoth haya creado como copia. No se cambió nada.',
    backupDamaged: 'Esta copia está dañada o incompleta.',
    copyBackupAgain: 'Vuelve a copiar el archivo desde su origen o elige otra copia. No se cambió nada.',
    wrongPassphrase: 'Esta contraseña no abre las claves de la copia.',
    nothingWasChanged: 'No se cambió nada.',
    nothingToBackUp: 'No hay nada que respaldar en {folder}.',
    startOnceOrNameFolder: 'Inicia Quoth una vez, o indica otra carpeta de datos en QUOTH_HOME.',
    backupRunning: 'Ya hay una copia o una restauración en curso.',
    waitUntilDone: 'Espera a que termine e inténtalo de nuevo.',
    backupInDataFolder: 'Una copia no se puede guardar en la propia carpeta de datos.',
    chooseOtherFolder: 'Elige otra carpeta, mejor en otro disco.',
    fileIsFolder: '{file} es una carpeta.',
    nameFileInFolder: 'Indica un archivo dentro de ella, como {path}.',
    fileIsDevice: '{file} es un dispositivo o un enlace.',
    nameNewFile: 'Indique un archivo nuevo.',
    fileExistsAlready: '{file} ya existe.',
    otherNameOrDelete: 'Elige otro nombre o elimina antes ese archivo.',
    folderNotFound: 'La carpeta {folder} no existe.',
    createFolderOrOther: 'Créala o elige otra.',
    tooLittleSpace: 'No hay espacio suficiente en {folder}: se necesitan {megabytes} MB.',
    freeSpaceOrOtherDisk: 'Libera espacio allí o elige otro disco e inténtalo de nuevo.',
    noFileAt: 'El archivo {file} no existe.',
    pathIsNoFile: '{file} no es un archivo.',
    nameABackup: 'Indica una copia.',
    restoreUnfinished: 'Una restauración anterior no ha terminado.',
    startToFinishRestore: 'Inicia Quoth una vez: así terminará.',
    folderNotEmpty: '{path} no está vacía.',
    nameEmptyFolder:
      'Indica una carpeta nueva o vacía. Sin --into, la copia de seguridad sustituye lo que Quoth tiene ahora.',
    stopOtherCopy: 'Cierra antes el otro.',
    restoreWithoutKeys: 'Inténtalo de nuevo o deja la contraseña vacía para restaurar sin las claves.',
    // Listeners
    apiPortInUse:
      'El puerto {port} no se puede usar (lo usa otra aplicación), así que la API local sigue desactivada.',
    apiPortReplaced:
      'El puerto {wanted} no se puede usar (lo usa otra aplicación); la API local usa el {port}.',
    apiPortForbidden:
      'El puerto {port} no se puede usar (este usuario no puede usarlo), así que la API local sigue desactivada.',
    apiPortReplacedForbidden:
      'El puerto {wanted} no se puede usar (este usuario no puede usarlo); la API local usa el {port}.',
    setOtherPort:
      'Elige otro puerto, o ninguno, y se aplica al instante; o cierra esa aplicación y vuelve a activar la API local.',
    giveOthersNewPort:
      'Las aplicaciones que leen el archivo de descubrimiento lo encuentran; a las demás hay que darles el puerto nuevo.',
    discoveryNotWritten:
      'No se puede escribir el archivo de descubrimiento {path} ({why}), así que la API local sigue desactivada.',
    makeRoomThenSwitchOn:
      'Quita lo que haya en su lugar o libera espacio en el disco y vuelve a activar la API local.',
    folderWithThatName: 'hay una carpeta con ese nombre',
    unknownReason: 'motivo desconocido',
    windowAddressUsedTwice:
      'La dirección de una ventana se usó dos veces, así que esa ventana se cerró por seguridad.',
    openNewWindow:
      'Abre una nueva. Si vuelve a ocurrir, busca una aplicación que lea las direcciones que abre tu navegador.',
    windowSessionEnded: 'La sesión de esta ventana terminó.',
    wyomingModeGone: 'El modo elegido para Wyoming ya no existe, así que sus solicitudes fallan.',
    wyomingStopped: 'Quoth dejó de escuchar.',
    switchWyomingOn: 'Vuelve a activar Wyoming en los ajustes, o inicia Quoth.',
    apiOnAt: 'Activado, en http://127.0.0.1:{port}.',
    wyomingOnAt: 'Activado, en 127.0.0.1:{port}, para todas las aplicaciones de este usuario.',
    listenerOff: 'Desactivado.',
    openWindow: 'Ejecuta «quoth start» para abrir una nueva.',
    chooseWyomingMode: 'Elige otro, o ninguno, en Configuración > Avanzado.',
    chooseWyomingPort:
      'Cierra esa aplicación y vuelve a activar Wyoming, o elige otro puerto en Configuración > Avanzado.',
    wyomingPortInUse: 'Otra aplicación usa el puerto {port}; Wyoming sigue desactivado.',
    wyomingPortForbidden: 'No se permite usar el puerto {port}; Wyoming sigue desactivado.',
    controlFileNotWritten:
      'No se puede escribir el archivo {path}, con el que los comandos encuentran la aplicación ({why}).',
    makeRoomThenStart:
      'Quita lo que haya en su lugar o libera espacio en el disco, y vuelve a iniciar Quoth.',
    controlSocketNotOpened: 'No se pudo abrir el socket de la línea de comandos. {reasons}.',
    setRuntimeFolder: 'Asigna a XDG_RUNTIME_DIR una carpeta propia con modo 700 y una ruta corta.',
    // Delivery
    focusMoved: 'Cambiaste de ventana, así que el texto se copió.',
    pasteWhereYouWant: 'Pégalo donde quieras.',
    noWindowFocused: 'No hay ninguna ventana activa, así que el texto se copió.',
    clickThenPaste: 'Haz clic donde lo quieras y pégalo.',
    passwordWindowFocused: 'La ventana activa pide una contraseña, así que el texto solo se copió.',
    noPasteKey: 'El teclado no tiene una tecla para pegar, así que el texto se copió.',
    pasteByMenu: 'Pégalo desde el menú.',
    textNotAccepted: 'La aplicación activa no aceptó el texto, así que se copió.',
    clickIntoField: 'Haz clic en un campo de texto y pégalo.',
    clipboardUsedByOther:
      'Otra aplicación usó el portapapeles al mismo tiempo, así que el texto no se insertó.',
    textIsInHistory: 'Está en el historial.',
    screenUnreachable: 'No hay acceso a la pantalla, así que el texto no se insertó.',
    keysNotAccepted:
      'La aplicación activa no acepta teclas de Quoth (en Windows, porque se ejecuta como administrador), así que el texto se copió.',
    pasteYourself: 'Pégalo allí.',
    keysNotPressed: 'El entorno de escritorio no pulsó las teclas, así que el texto se copió.',
    macKeysNotAllowed: 'macOS todavía no deja que Quoth pulse teclas, así que el texto se copió.',
    allowInAccessibility:
      'Permítelo en la configuración del sistema, en «Privacidad y seguridad» > «Accesibilidad».',
    typingHidden:
      'Una aplicación oculta lo que se escribe, como en los campos de contraseña, así que el texto solo se copió.',
    leavePasswordField: 'Sal del campo de contraseña o pega el texto a mano.',
    writingNotAllowed: 'Copiado: no hay permiso para escribir.',
    desktopDeclinedKeys: 'Copiado: tu entorno de escritorio rechazó las teclas.',
    allowKeyboard: 'Permítelo en Configuración > General.',
    screenWasLocked: 'La pantalla estaba bloqueada, así que el texto se copió.',
    acceptsTextUnknown:
      'En este entorno de escritorio, Quoth no puede saber si la aplicación acepta texto, así que lo copió.',
    cannotInsertHere:
      'En este entorno de escritorio, Quoth no puede insertar texto en otras aplicaciones, así que lo copió.',
    clipboardNotRestored:
      'El texto se insertó, pero no se pudo recuperar todo lo que había en el portapapeles.',
    copyAgainIfNeeded: 'Si aún lo necesitas, cópialo de nuevo.',
    noClipboard: 'No hay un portapapeles en el que escribir, así que el texto no se copió.',
    installClipboard: 'Está en el historial. En Linux, instala wl-clipboard (Wayland) o xclip (X11).',
    textCopied: 'Copiado',
    noTranscriptYet: 'Aún no hay ninguna transcripción.',
    interruptedTranscribed: 'Lo que dijiste antes de que Quoth se cerrara está en el historial.',
    interruptedNotTranscribed: 'Lo que dijiste antes de que Quoth se cerrara no se transcribió.',
    transcribeFromHistory: 'Busca la grabación en el historial y transcríbela de nuevo.',
    selectAndTryAgain: 'Selecciona el texto e inténtalo de nuevo.',
    // Microphones
    noMicrophoneFound: 'No se encontró ningún micrófono.',
    plugMicrophoneIn: 'Conecta uno o permite el acceso en la configuración del sistema.',
    microphoneMissing: 'El micrófono «{name}» no está conectado.',
    plugItInAgain: 'Vuelve a conectarlo; no se encontró ningún otro micrófono.',
    plugItInOrChoose: 'Vuelve a conectarlo o elige otro. Disponibles: {names}.',
    soundSystemSilent: 'El sistema de sonido de este equipo no responde.',
    tryAgainOrLogOut:
      'Inténtalo de nuevo en un momento. Si no funciona, cierra la sesión y vuelve a iniciarla.',
    microphonesUnreachable: 'No hay acceso a los micrófonos de este equipo.',
    soundServerNeeded: 'Hace falta un servidor de sonido, PulseAudio o PipeWire:',
    microphonePartMissing: 'Vuelve a instalar Quoth: falta el componente que lee los micrófonos.',
    microphone: 'Micrófono',
    microphoneGaveNothing: '{name} se abrió, pero no llegó nada.',
    microphoneGivesSilence: 'De {name} solo llega silencio: puede que esté silenciado.',
    microphoneWorks: '{name} funciona; el sonido más fuerte fue de {level} dB.',
    chooseOtherMicrophone: 'Elige otro en Configuración > General.',
    // Keys
    shortcutReplaced: 'Otra aplicación usa {taken}, así que el atajo ahora es {free}.',
    shortcutsTaken: 'Otra aplicación usa {taken}, así que Quoth no puede usarlo.',
    both: '{first} y {second}',
    chooseOtherKeys: 'Elige otras teclas en Configuración > Atajos.',
    bindKeys:
      'Asigna un atajo de tu entorno de escritorio al comando «quoth dictate toggle»; donde es posible, «quoth dictate bind» lo hace por ti.',
    modeChosen: 'Modo: {mode}',
    nextModeChosen: 'Modo de la próxima grabación: {mode}',
    sameShortcutTwice: 'Otra acción tiene el mismo atajo.',
    keyProcessStopped: 'El proceso que detecta los atajos no funciona. Quoth sigue intentando reiniciarlo.',
    desktopLetsNoKeys: 'Este entorno de escritorio no permite que las aplicaciones tengan atajos.',
    shortcutTaken: 'Otra aplicación ya usa este atajo.',
    noSuchKey: 'Este teclado no tiene esa tecla.',
    keyForDebuggers: 'Windows reserva F12 para los depuradores.',
    windowsRefusedShortcut: 'Windows rechazó este atajo.',
    macRefusedShortcut: 'macOS rechazó este atajo.',
    macHidesModifiers:
      'macOS no deja que Quoth vea las teclas modificadoras solas: dale permiso en Ajustes del Sistema > Privacidad y seguridad > Accesibilidad.',
    xServerUnreachable: 'No hay conexión con el servidor X.',
    escapeAlwaysTaken:
      'En este entorno de escritorio, Quoth dejaría sin Esc a todas las demás aplicaciones. Cancela desde el indicador o elige una combinación con Ctrl, Alt o Mayús.',
    desktopAskedForShortcut:
      'Quoth está pidiendo este atajo a tu entorno de escritorio. Busca su cuadro de diálogo.',
    desktopDeclinedShortcut:
      'Tu entorno de escritorio lo rechazó. Elige otro atajo o reinicia Quoth para que vuelva a preguntar.',
    desktopGaveNoKeys:
      'Tu entorno de escritorio no le asignó teclas. Elígelas en la configuración del entorno.',
    modifierNotHeldHere:
      'En este entorno de escritorio no se puede usar una tecla como Ctrl por sí sola. Elige otras teclas en la configuración del entorno.',
    shortcutServiceFailed: 'El servicio de atajos de tu escritorio no funciona: {why}',
    writeKeysInHyprland: 'Asígnales teclas en hyprland.conf, por ejemplo: {line}',
    desktopDecidesKeys:
      'Estas teclas las decide tu entorno de escritorio. Lo que eliges aquí es una propuesta; cámbialas en la configuración del entorno.',
  },
  sentences: {
    'The transcription queue is full: {count} are waiting.':
      'La cola de transcripciones está llena: hay {count} en espera.',
    'Try again; if the problem persists, report it with the request id.':
      'Inténtalo de nuevo. Si sigue fallando, informa del problema e indica el ID de la solicitud.',
    'Try again; if the problem persists, report it with the request id {id}.':
      'Inténtalo de nuevo. Si sigue fallando, informa del problema e indica el ID de solicitud {id}.',
    'Free some space where the data folder lies, then try again.':
      'Libera espacio en el disco de la carpeta de datos e inténtalo de nuevo.',
    'Wait until the work on it is done, then try again.':
      'Espera a que termine el trabajo en curso e inténtalo de nuevo.',
    'Ask the operator of the gateway for more credit, or choose a model on this machine.':
      'Pide más saldo al administrador de la pasarela o elige un modelo de este equipo.',
    'Check its permissions.': 'Revisa los permisos del archivo.',
    'Try again, or try another model.': 'Inténtalo de nuevo o prueba otro modelo.',
    'Check that the right microphone or file was used.':
      'Comprueba que usaste el micrófono o el archivo correcto.',
    'Unlock it and try again.': 'Desbloquéalo e inténtalo de nuevo.',
    'Another program has locked the database of Quoth.':
      'Otra aplicación tiene bloqueada la base de datos de Quoth.',
    'Close the program that has quoth.db open, such as a database browser or a backup, then try again.':
      'Cierra la aplicación que tiene abierto quoth.db, como un visor de bases de datos o una copia de seguridad, e inténtalo de nuevo.',
    'The database of Quoth is damaged.': 'La base de datos de Quoth está dañada.',
    'See Models.': 'Ve a Modelos.',
    'See Modes.': 'Ve a Modos.',
    'See Settings, API keys.': 'Ve a Configuración > Claves de API.',
    'See “Check this machine” under Settings, About.':
      'Usa «Comprobar este equipo» en Configuración > Acerca de.',
    'History lists them.': 'Están en Historial.',
    'Wait a moment, then try again.': 'Espera un momento e inténtalo de nuevo.',
    'Try again.': 'Inténtalo de nuevo.',
    'Move the file into your home folder, or allow its folder under Settings, API Server.':
      'Mueve el archivo a tu carpeta personal o permite su carpeta en Configuración > Servidor de API.',
    'Allow it under Settings, Advanced.': 'Permítelo en Configuración > Avanzado.',
    'Wait until it is done, or cancel it; then try again.':
      'Espera a que termine o cancélala, e inténtalo de nuevo.',
    'Start Quoth again, and send the audio once more.': 'Reinicia Quoth y vuelve a enviar el audio.',
    'Start Quoth again; the text will be in History.': 'Reinicia Quoth; el texto estará en Historial.',
    'Remove it and download it again under Models.': 'Quítalo y descárgalo de nuevo en Modelos.',
    'Download it again under Models.': 'Descárgalo de nuevo en Modelos.',
    'Use “Check this machine” under Settings, About: it says how to install it.':
      'Usa «Comprobar este equipo» en Configuración > Acerca de: explica cómo instalarlo.',
    'Raise the memory limit under Settings, Advanced, or split the audio into parts.':
      'Aumenta el límite de memoria en Configuración > Avanzado o divide el audio en partes.',
    'Choose the automatic device under Settings, Advanced, or plug the device in again.':
      'Elige el dispositivo automático en Configuración > Avanzado o vuelve a conectar el que falta.',
    'Set the key under Settings, API keys.': 'Añade la clave en Configuración > Claves de API.',
    'Set one under Settings, API keys.': 'Añade una en Configuración > Claves de API.',
    'Set a valid key under Settings, API keys.': 'Añade una clave válida en Configuración > Claves de API.',
    'Set another one under Settings, API keys.': 'Añade otra en Configuración > Claves de API.',
    'Ask its operator for more credit; Settings, API keys shows what is left.':
      'Pide más saldo a su administrador; en Configuración > Claves de API puedes ver cuánto queda.',
    'Set a key, or add a server of your own, under Settings, API keys.':
      'Añade una clave o un servidor propio en Configuración > Claves de API.',
    'Start Ollama or LM Studio and add it under Settings, API keys.':
      'Abre Ollama o LM Studio y añádelo en Configuración > Claves de API.',
    'Start a keyring service. Or, if a file that only you can read is safe enough, choose Files under Settings, Advanced; then try again.':
      'Inicia un servicio de llavero. O, si te basta con un archivo que solo tú puedes leer, elige «Archivos» en Configuración > Avanzado, e inténtalo de nuevo.',
    'Quoth started itself again after an error of its own. Every recording is kept.':
      'Quoth tuvo un error y se reinició. Se conservan todas las grabaciones.',
    'The microphone library does not load.': 'No se puede cargar la biblioteca del micrófono.',
    'The window has not been built yet.': 'La ventana aún no se ha compilado.',
    'No browser could be opened: none exists, or no screen to show it on.':
      'No se pudo abrir un navegador: no hay ninguno, o no hay pantalla donde mostrarlo.',
    'Quoth was closed before the work was finished.': 'Quoth se cerró antes de terminar.',
    'The speech engine failed on this audio.': 'El motor falló con este audio.',
    '{model} stopped responding and was stopped.': '{model} dejó de responder y se detuvo.',
    '{model} took too long for this audio and was stopped.':
      '{model} tardó demasiado con este audio y se detuvo.',
    'Try again when the machine is less busy, or split the audio into parts.':
      'Inténtalo de nuevo cuando el equipo esté menos ocupado o divide el audio en partes.',
    '{model} took more than {size} MB of memory and was stopped.':
      '{model} usó más de {size} MB de memoria y se detuvo.',
    '{model} exited unexpectedly ({how}).': '{model} se cerró de forma inesperada ({how}).',
    'Try again: the next transcription restarts it. The recording is kept.':
      'Inténtalo de nuevo: la próxima transcripción lo reinicia. La grabación se conserva.',
    'Speech was detected, but no words could be recognised.':
      'Se oyó una voz, pero no se reconoció ninguna palabra.',
    'Speak closer to the microphone, or choose a model that supports the spoken language.':
      'Habla más cerca del micrófono o elige un modelo para el idioma que hablas.',
    "{model} can't run on the selected device ({device}): it is missing or not ready.":
      '{model} no puede ejecutarse en el dispositivo elegido ({device}): falta o no está listo.',
    'The file of the model {model} is missing.': 'Falta el archivo del modelo {model}.',
    'The file of the model {model} is damaged: {how}.': 'El archivo del modelo {model} está dañado: {how}.',
    '{model} needs about {needed} of memory, and {free}.':
      '{model} necesita unos {needed} de memoria ({free}).',
    'This model does not translate.': 'Este modelo no traduce.',
    'This model cannot detect the spoken language.': 'Este modelo no puede detectar el idioma.',
    'This model does not support the language "{language}".': 'Este modelo no admite el idioma «{language}».',
    'The audio is larger than {size} MiB.': 'El audio ocupa más de {size} MiB.',
    'Split it into parts, or compress it.': 'Divídelo en partes o comprímelo.',
    'The audio is empty.': 'El audio está vacío.',
    'This is not audio, regardless of its file name or content type.':
      'Esto no es audio, diga lo que diga su nombre o su tipo de contenido.',
    'Supported formats are {formats}; with FFmpeg also {more}.':
      'Se admiten los formatos {formats}; con FFmpeg, también {more}.',
    'The disk is full, so the audio could not be kept.':
      'El disco está lleno, así que el audio no se pudo guardar.',
    'Free some space in the data folder and send it again.':
      'Libera espacio en la carpeta de datos y envíalo de nuevo.',
    'The audio is damaged.': 'El audio está dañado.',
    'The audio contains no samples.': 'El audio no contiene ningún sonido.',
    'The file contains no audio track.': 'El archivo no tiene pista de audio.',
    'The file has no sound, only video.': 'El archivo solo tiene imagen, sin sonido.',
    'Export it again with its sound.': 'Expórtalo de nuevo con sonido.',
    'Split it into parts and send them one by one.': 'Divídelo en partes y envíalas una por una.',
    'Check that the file plays, or export it again as wav or mp3.':
      'Comprueba que el archivo se reproduce o expórtalo de nuevo en WAV o MP3.',
    'Check that the file plays to its end, or export it again as wav or mp3.':
      'Comprueba que el archivo se reproduce hasta el final o expórtalo de nuevo en WAV o MP3.',
    'The audio is damaged: only the first {seconds} s of it can be decoded.':
      'El audio está dañado: solo se pueden leer los primeros {seconds} s.',
    'The disk is full, so the audio could not be decoded. The recording is kept.':
      'El disco está lleno, así que el audio no se pudo leer. La grabación se conserva.',
    'Free some space in the data folder, then transcribe the recording again.':
      'Libera espacio en la carpeta de datos y vuelve a transcribir la grabación.',
    'The audio of this recording no longer exists.': 'El audio de esta grabación ya no existe.',
    'Its transcript can still be read.': 'Su transcripción se puede seguir leyendo.',
    'There is no API key for {provider}.': 'No hay clave de API para {provider}.',
    '{provider} rejected its API key (status {status}).':
      '{provider} rechazó la clave de API (estado {status}).',
    '{provider} rejected its API key ({why}).': '{provider} rechazó la clave de API ({why}).',
    '{provider} rejected its API key.': '{provider} rechazó la clave de API.',
    '{provider} rejected the key.': '{provider} rechazó la clave.',
    '{provider} cannot be reached: {why}.': 'No se puede conectar con {provider}: {why}.',
    '{provider} cannot be reached.': 'No se puede conectar con {provider}.',
    '{provider} did not answer within {time}.': '{provider} no respondió en {time}.',
    '{provider} has an outage (status {status}).': '{provider} tiene una avería (estado {status}).',
    '{provider} refused the request (status {status}).': '{provider} rechazó la solicitud (estado {status}).',
    '{provider} sent an answer that cannot be read.': '{provider} envió una respuesta que no se puede leer.',
    '{provider} does not accept uploads this large.': '{provider} no acepta archivos tan grandes.',
    '{provider} does not allow this with the current API key (status 403).':
      '{provider} no lo permite con la clave de API actual (estado 403).',
    '{provider} accepted the audio but could not transcribe it.':
      '{provider} aceptó el audio, pero no pudo transcribirlo.',
    'The account with {provider} has no credit left for this recording.':
      'El saldo en {provider} no alcanza para esta grabación.',
    'Check the network, then try again.': 'Revisa la conexión e inténtalo de nuevo.',
    'The text is unchanged.': 'El texto no cambió.',
    'No language model is set up.': 'No hay ningún modelo de lenguaje configurado.',
    'No language model on this machine is set up.':
      'No hay ningún modelo de lenguaje configurado en este equipo.',
    'Editing by voice needs a language model.': 'La edición con la voz necesita un modelo de lenguaje.',
    'The language model answered the text instead of rewriting it.':
      'El modelo de lenguaje respondió al texto en lugar de reescribirlo.',
    'The language model returned no text.': 'El modelo de lenguaje no devolvió ningún texto.',
    'The language model left its reasoning in the text.':
      'El modelo de lenguaje dejó su razonamiento en el texto.',
    'The language model repeated its instructions instead of the text.':
      'El modelo de lenguaje repitió sus instrucciones en lugar del texto.',
    'The language model mixed its instructions into the text.':
      'El modelo de lenguaje mezcló sus instrucciones con el texto.',
    'The language model refused to rewrite the text.': 'El modelo de lenguaje se negó a reescribir el texto.',
    'The language model wrote far more than was said.':
      'El modelo de lenguaje escribió mucho más de lo que se dijo.',
    'The language model changed the language of the text.':
      'El modelo de lenguaje cambió el idioma del texto.',
    'The language model left out much of what was said.':
      'El modelo de lenguaje omitió gran parte de lo que se dijo.',
    'The selected text stays as it is.': 'El texto seleccionado se queda como está.',
    '{provider} accepts no more requests right now ({why}): too many at once, or no credit left.':
      '{provider} no acepta más solicitudes por ahora ({why}): son demasiadas a la vez o no queda saldo.',
    '{provider} took too long: {why}.': '{provider} tardó demasiado: {why}.',
    '{provider} does not know the model ({why}). Choose another one.':
      '{provider} no conoce el modelo ({why}). Elige otro.',
    '{provider} refused the request: {why}.': '{provider} rechazó la solicitud: {why}.',
    '{provider} returned no usable answer: {why}.': '{provider} no dio una respuesta útil: {why}.',
    '{provider} returned an incomplete answer: {why}.': '{provider} dio una respuesta incompleta: {why}.',
    'Choose this language, or auto.': 'Elija este idioma, o auto.',
    '{model} translates {language} roughly, and may write what was not said.':
      '{model} traduce {language} solo a grandes rasgos y puede escribir lo que no se dijo.',
    'The speech seems to be {language}, and {expected} was expected.':
      'Parece que el idioma es {language}, y se esperaba {expected}.',
    '{model} is unsure of most words: the speech is unclear, or not {expected}.':
      '{model} duda de la mayoría de las palabras: no se oyen bien o el idioma no es {expected}.',
    'No model in the catalog supports this language.': 'Ningún modelo del catálogo admite este idioma.',
    'The mode uses the tier "{tier}" of Quoth cloud, but no gateway is set up.':
      'El modo usa la precisión «{tier}» de Quoth cloud, pero no hay ninguna pasarela configurada.',
    'No cloud provider that transcribes has an API key.':
      'Ningún proveedor de transcripción en la nube tiene clave de API.',
    'No model was chosen for {provider}.': 'No hay ningún modelo elegido para {provider}.',
    'The model {model} does not translate.': 'El modelo {model} no traduce.',
    'The model {model} cannot detect the spoken language.': 'El modelo {model} no puede detectar el idioma.',
    'The model {model} does not support the language "{language}".':
      'El modelo {model} no admite el idioma «{language}».',
    'No installed speech model translates.': 'Ningún modelo de reconocimiento instalado traduce.',
    'The recording {id} is being processed.': 'La grabación {id} se está procesando.',
    'This recording was not rewritten.': 'Esta grabación no se reescribió.',
    'The audio was missing when Quoth restarted.': 'El audio ya no estaba cuando Quoth se reinició.',
    'Stopped after {count} attempts, each ended by a crash. The audio is kept.':
      'Se detuvo tras {count} intentos en los que el motor se cerró solo. El audio se conserva.',
    'The mode "{mode}" has rewriting turned off.': 'El modo «{mode}» tiene la reescritura desactivada.',
    'The text is empty.': 'El texto está vacío.',
    'The action "{name}" has paused {why}. Texts wait for it until it is resumed.':
      'La acción «{name}» está en pausa ({why}). Los textos esperan hasta que se reanude.',
    'Exited with status 0.': 'Terminó con el estado 0.',
    'Port {port} {why}, so the local API stays off.':
      'El puerto {port} no se puede usar ({why}), así que la API local sigue desactivada.',
    'Port {wanted} {why}; the local API uses port {port} instead.':
      'El puerto {wanted} no se puede usar ({why}); la API local usa el {port}.',
    'This machine has no secure store ({store}), so provider keys are stored in files that only you can read, as you chose.':
      'Este equipo no tiene llavero ({store}), así que las claves de los proveedores se guardan en archivos que solo tú puedes leer, como elegiste.',
    Accessibility: 'Accesibilidad',
    Clipboard: 'Portapapeles',
    Indicator: 'Indicador',
    Screen: 'Pantalla',
    'Session bus': 'Bus de sesión',
    Shortcuts: 'Atajos',
    'Writing at the cursor': 'Escritura en el cursor',
    'Quoth has not been run on macOS yet.': 'Quoth aún no se ha ejecutado en macOS.',
    'macOS does not let Quoth press keys: texts are copied, and modifiers alone do not start a dictation.':
      'macOS no deja que Quoth pulse teclas: los textos se copian, y una tecla como Ctrl por sí sola no inicia un dictado.',
    'In System Settings > Privacy & Security > Accessibility, allow the program that starts Quoth, such as your terminal.':
      'En la configuración del sistema, en «Privacidad y seguridad» > «Accesibilidad», permite la aplicación que inicia Quoth, como tu terminal.',
    'The indicator could not be shown: while a microphone is open, a notification or the tray icon says so.':
      'No se pudo mostrar el indicador: cuando haya un micrófono abierto, te avisará una notificación o el icono de la bandeja.',
    'In a terminal of your desktop:': 'En una terminal de tu escritorio:',
    'Reload the window.': 'Recarga la ventana.',
    'In a terminal:': 'En una terminal:',
    'Quoth was started where there is no screen: no keys, no indicator, nothing is written or copied.':
      'Quoth se inició sin pantalla: no hay atajos ni indicador, y no se escribe ni se copia nada.',
    'This desktop lets no program have keys (it has no portal for global shortcuts).':
      'Este entorno de escritorio no permite que las aplicaciones tengan atajos (no tiene un portal de atajos globales).',
    'There is no program that copies texts: they are only in the history.':
      'No hay ninguna aplicación que copie textos: solo están en el historial.',
    'The portal of this desktop lets no program press keys: texts are copied.':
      'El portal de este entorno de escritorio no deja que las aplicaciones pulsen teclas: los textos se copian.',
    'Your desktop has not been asked whether Quoth may press keys: texts are copied.':
      'Tu entorno de escritorio aún no ha preguntado si Quoth puede pulsar teclas: los textos se copian.',
    'Your desktop is asking whether Quoth may press keys. Look for its dialog.':
      'Tu entorno de escritorio pregunta si Quoth puede pulsar teclas. Busca su cuadro de diálogo.',
    'Your desktop does not let Quoth press keys: texts are copied.':
      'Tu entorno de escritorio no deja que Quoth pulse teclas: los textos se copian.',
    'Quoth was started without the session bus of a desktop: there is no tray icon.':
      'Quoth se inició sin el bus de sesión de un escritorio: no hay icono en la bandeja.',
    '{path} cannot be written.': 'No se puede escribir en {path}.',
    '{path} has only {size} MB left.': 'En {path} solo quedan {size} MB.',
    '{path}, {size} MB free.': '{path}, {size} MB libres.',
    'Not installed: m4a and aac cannot be decoded, other formats take longer.':
      'No está instalado: m4a y aac no se pueden leer, y los demás formatos tardan más.',
    'fastest English': 'inglés, el más rápido',
    'live English': 'inglés, en directo',
    'quick English': 'inglés, rápido',
    'best English': 'inglés, el más preciso',
    '25 European languages': '25 idiomas europeos',
    'the fewest errors among the fastest models; with word timestamps':
      'el que menos falla de los más rápidos; con marcas de tiempo por palabra',
    'the fewest errors among models that transcribe while you speak; with word timestamps':
      'el que menos falla de los que transcriben mientras hablas; con marcas de tiempo por palabra',
    'the fewest errors of all; large and slow, without timestamps for captions':
      'el que menos falla de todos; grande y lento, sin marcas de tiempo para subtítulos',
    'detects the language automatically; with word timestamps; smaller than Canary 1B v2':
      'detecta el idioma automáticamente; con marcas de tiempo por palabra; más pequeño que Canary 1B v2',
    '100 languages': '100 idiomas',
    'good in English, rough in most other languages; detects the language automatically; with timestamps and translation into English':
      'bueno en inglés, impreciso en la mayoría de los demás idiomas; detecta el idioma automáticamente; con marcas de tiempo y traducción al inglés',
    'English only; quick on any machine; without timestamps for captions':
      'solo inglés; rápido en cualquier equipo; sin marcas de tiempo para subtítulos',
    '99 languages': '99 idiomas',
    'detects the language automatically; half the size of Whisper Large v3, with nearly as few errors':
      'detecta el idioma automáticamente; la mitad de tamaño que Whisper Large v3, con casi tan pocos errores',
    'is in use by another program': 'lo usa otra aplicación',
    'may not be used by this user': 'este usuario no puede usarlo',
    'because the receiver answered that its address is gone (410)':
      'el destino respondió que la dirección ya no existe, 410',
    'after {count} failed attempts in a row': '{count} intentos fallidos seguidos',
    'the connection was refused': 'conexión rechazada',
    'its host name was not found; this machine may be offline':
      'no se encontró su nombre; puede que este equipo no tenga conexión',
    'there is no network': 'no hay red',
    'there is no route to it': 'no hay ruta hasta él',
    'the connection was lost': 'se perdió la conexión',
    'the connection took too long': 'la conexión tardó demasiado',
    'it closed the connection while data was being sent': 'cerró la conexión durante el envío',
    'its certificate is not trusted by this machine': 'este equipo no confía en su certificado',
    'there was no connection': 'no hubo conexión',
    'no connection': 'sin conexión',
    'no connection ({code})': 'sin conexión ({code})',
    'no answer in {seconds} s': 'sin respuesta en {seconds} s',
    'it answered HTTP {status}': 'respondió HTTP {status}',
    'it answered with status {status}': 'respondió con el estado {status}',
    'it redirects elsewhere, and redirects are not followed':
      'redirige a otro sitio, y las redirecciones no se siguen',
    'there was no answer within {seconds} s': 'no hubo respuesta en {seconds} s',
    'the answer was cut off before its end': 'la respuesta se cortó antes del final',
    "the provider's own filter blocked the answer": 'el filtro del proveedor bloqueó la respuesta',
    'the answer is too large for a text': 'la respuesta es demasiado grande para un texto',
    'the connection was lost before the answer was complete':
      'se perdió la conexión antes de que terminara la respuesta',
    "the answer does not match the provider's documentation":
      'la respuesta no coincide con la documentación del proveedor',
    'it could not be started': 'no se pudo iniciar',
    'code {code}': 'código {code}',
    'the engine does not accept it': 'el motor no lo acepta',
    'it has {found} bytes instead of {size}': 'tiene {found} bytes en lugar de {size}',
    'less is free': 'hay menos libre',
    '{size} are free': 'hay {size} libres',
    "one of the model's {count} languages": 'uno de los {count} idiomas del modelo',
    "{provider} accepts no more requests right now: the account's limit has been reached or its credit has run out.":
      '{provider} no acepta más solicitudes por ahora: se alcanzó el límite de la cuenta o se agotó el saldo.',
    "{provider} accepts no more requests right now: the account's limit has been reached or its credit has run out (it asks to wait {seconds} s).":
      '{provider} no acepta más solicitudes por ahora: se alcanzó el límite de la cuenta o se agotó el saldo (pide esperar {seconds} s).',
    '{provider} rejected the key (HTTP {status}).': '{provider} rechazó la clave (HTTP {status}).',
    '{model} noted speech in a language that it does not know: the speech may not be {expected}.':
      '{model} detectó un idioma que no conoce: puede que no sea {expected}.',
    'The text reads like another language: the speech may not be {expected}.':
      'El texto parece de otro idioma: puede que no sea {expected}.',
    'Quoth exited during this recording; up to a second at its end may be missing.':
      'Quoth se cerró durante esta grabación; puede faltar hasta un segundo al final.',
    'This recording is being processed.': 'Esta grabación se está procesando.',
    'The provider has been removed.': 'Se eliminó el proveedor.',
    'The provider of the mode "{mode}" does not exist. Choose another one in the mode.':
      'El proveedor del modo «{mode}» no existe. Elige otro en el modo.',
    'There are {count} servers already, which is the limit.': 'Ya hay {count} servidores, que es el límite.',
    'Remove one that is no longer used.': 'Quita uno que ya no uses.',
    'There is already a provider called "{name}".': 'Ya hay un proveedor llamado «{name}».',
    'Something is being recorded, transcribed or downloaded.':
      'Hay una grabación, una transcripción o una descarga en curso.',
    'Wait until it is done, or cancel it.': 'Espera a que termine o cancélala.',
    '“{path}” does not say in which folder the file is.':
      '«{path}» no indica en qué carpeta está el archivo.',
    'The clock has jumped ahead since Quoth last ran, so nothing is deleted by its age for now.':
      'El reloj ha saltado hacia delante desde la última ejecución de Quoth, así que por ahora no se elimina nada por su antigüedad.',
    'If the date is right, nothing needs to be done: deletion resumes when Quoth has run for a day.':
      'Si la fecha es correcta, no hay que hacer nada: la eliminación se reanuda cuando Quoth haya funcionado un día.',
    '{path} is a link to another folder, and Quoth deletes what is in this one.':
      '{path} es un enlace a otra carpeta, y Quoth elimina lo que hay en esta.',
    'Remove the link, then start Quoth again. Nothing was deleted.':
      'Quite el enlace e inicie Quoth de nuevo. No se ha eliminado nada.',
    'Move it aside, then start Quoth again.': 'Apártelo e inicie Quoth de nuevo.',
    'The database was missing or empty, so the history is new. The audio of earlier recordings is still in {path}.':
      'La base de datos faltaba o estaba vacía, así que el historial es nuevo. El audio de grabaciones anteriores sigue en {path}.',
    'Restore a backup, or a copy of the database, to have their texts again.':
      'Restaure una copia de seguridad o una copia de la base de datos para recuperar sus textos.',
    'The disk of the data folder is read-only, so nothing can be saved.':
      'El disco de la carpeta de datos es de solo lectura, así que no se puede guardar nada.',
    'The data folder may not be written to, so nothing can be saved.':
      'No se permite escribir en la carpeta de datos, así que no se puede guardar nada.',
    'The disk of the data folder reports an error, so nothing can be saved.':
      'El disco de la carpeta de datos informa de un error, así que no se puede guardar nada.',
    'What could not be saved was not changed. Put that right, then try again.':
      'Lo que no se pudo guardar no se ha cambiado. Corríjalo e inténtelo de nuevo.',
    'The search took too long.': 'La búsqueda tardó demasiado.',
    'This name cannot be the name of a file.': 'Este nombre no puede ser un nombre de archivo.',
    'A name has letters, digits, spaces, ".", "_" and "-", and begins with a letter or digit.':
      'Un nombre lleva letras, cifras, espacios, «.», «_» y «-», y empieza por una letra o una cifra.',
    'A name is one line of visible characters.': 'Un nombre es una línea de caracteres visibles.',
    'A mode needs a name.': 'Un modo necesita un nombre.',
    'A name has at most {count} characters.': 'Un nombre tiene como máximo {count} caracteres.',
    'A name must not contain invisible characters, or ones that change the direction of text.':
      'Un nombre no puede contener caracteres invisibles ni que cambien la dirección del texto.',
    'Write the word or phrase.': 'Escribe la palabra o la frase.',
    'A word or phrase has at most {count} characters.':
      'Una palabra o frase tiene como máximo {count} caracteres.',
    'A word or phrase must not contain invisible characters, or ones that change the direction of text.':
      'Una palabra o frase no puede contener caracteres invisibles ni que cambien la dirección del texto.',
    'Put the two sides of an arrow into separate fields.':
      'Pon los dos lados de la flecha en campos distintos.',
    'The file is too large for a vocabulary.': 'El archivo es demasiado grande para un vocabulario.',
    'The key is empty.': 'La clave está vacía.',
    'The key is too long.': 'La clave es demasiado larga.',
    'A key must be ASCII without spaces.': 'Una clave no lleva espacios ni acentos.',
    'This is no web address.': 'No es una dirección web.',
    'Leave user name and password out; a key goes beside it.':
      'Sin nombre de usuario ni contraseña; la clave tiene su propio campo.',
    'Leave out what follows "?" or "#".': 'Quita lo que va después de «?» o «#».',
    'Give an https address; http is for this machine only.':
      'Escribe una dirección https; http solo funciona en este equipo.',
    'Give an https address (or http on this machine) without a user name, query or fragment.':
      'Escribe una dirección https (o http en este equipo) sin nombre de usuario, «?» ni «#».',
    'Name a program.': 'Indica un programa.',
    'Give the full path.': 'Escribe la ruta completa.',
    'The path cannot contain "..".': 'La ruta no puede contener «..».',
    'There is no {placeholder} here. Use {list}.': 'Aquí no existe {placeholder}. Usa {list}.',
    'Give an address such as https://example.com/quoth.':
      'Escribe una dirección como https://example.com/quoth.',
    'The address cannot contain a user name or password.':
      'La dirección no puede contener usuario ni contraseña.',
    'Use https: without it, what you say would be readable on the network. http is allowed for addresses of this machine only.':
      'Usa https: sin él, lo que dices se podría leer en la red. http solo se permite para direcciones de este equipo.',
    'No backup was checked.': 'No se comprobó ninguna copia.',
    'Choose one first.': 'Elige una antes.',
    'The process for backups has ended before it was done.': 'El proceso de copia terminó antes de tiempo.',
    'The secure store for keys is locked or did not respond.': 'El llavero está bloqueado o no respondió.',
    'This machine has no secure store for keys.': 'Este equipo no tiene llavero.',
    '{count} copy in {folder}, {size}.': '{count} copia en {folder}, {size}.',
    '{count} copies in {folder}, {size}.': '{count} copias en {folder}, {size}.',
    'The latest is deleted on {date}.': 'La más reciente se elimina el {date}.',
    'Stop Quoth and restore quoth.db in the data folder from a backup, or move it aside to start with an empty history.':
      'Cierra Quoth y restaura quoth.db en la carpeta de datos desde una copia, o aparta el archivo para empezar con un historial vacío.',
    'The audio next to it is untouched.': 'El audio que está al lado sigue intacto.',
    'Send again what was refused at that moment. The log has the details: {path}.':
      'Vuelve a enviar lo que se rechazó en ese momento. Los detalles están en el registro: {path}.',
    'A sound server is needed, PulseAudio or PipeWire: {command}':
      'Hace falta un servidor de sonido, PulseAudio o PipeWire: {command}',
    'The file is larger than {size} GiB.': 'El archivo ocupa más de {size} GiB.',
    'No speech model is that large: choose another file.':
      'Ningún modelo de reconocimiento es tan grande: elige otro archivo.',
    '{count} uploads are already in progress.': 'Ya hay {count} envíos en curso.',
    'Wait until one of them has finished, then try again.':
      'Espera a que termine alguno e inténtalo de nuevo.',
    'The path contains a loop of symbolic links.': 'La ruta contiene enlaces simbólicos en bucle.',
    'A path has at most {count} characters.': 'Una ruta tiene como máximo {count} caracteres.',
    'The file name is too long.': 'El nombre del archivo es demasiado largo.',
    'This is not a regular file.': 'No es un archivo normal.',
    'Name a file, not a folder, pipe or device.':
      'Indica un archivo, no una carpeta, una tubería ni un dispositivo.',
    'This is a symbolic link, which is not followed.': 'Es un enlace simbólico, y no se sigue.',
    'Give the path of the file itself.': 'Indica la ruta del propio archivo.',
    'This is a folder.': 'Es una carpeta.',
    'Give the path of a file.': 'Indica la ruta de un archivo.',
    'Its signing secret is missing.': 'Falta el secreto de firma.',
    'Make a new one for this action.': 'Crea uno nuevo para esta acción.',
    'This name does not lead to this machine, and http goes nowhere else.':
      'Este nombre no lleva a este equipo, y http solo funciona aquí.',
    'Use https.': 'Usa https.',
    'There is no program "{program}".': 'No existe el programa «{program}».',
    'Give its full path, or check that it is on the PATH.':
      'Indica su ruta completa o comprueba que esté en el PATH.',
    '"{program}" may not be executed.': '«{program}» no se puede ejecutar.',
    'Make it executable, such as with: chmod u+x': 'Hazlo ejecutable, por ejemplo con: chmod u+x',
    '"{program}" is not a program.': '«{program}» no es un programa.',
    'A script begins with a line such as #!/bin/sh': 'Un script empieza con una línea como #!/bin/sh',
    '"{program}" cannot be started without a shell.': '«{program}» no se puede iniciar sin un shell.',
    'Name the program that runs it, such as cmd.exe with /c, as the command.':
      'Indica como comando el programa que lo ejecuta, como cmd.exe con /c.',
    'Quoth was closed.': 'Quoth se cerró.',
    'What an edit by voice replaced is kept in memory for ten minutes.':
      'Lo que se sustituye al editar con la voz se conserva diez minutos en la memoria.',
    'The program that has the text may undo it.': 'Quizá la aplicación que tiene el texto pueda deshacerlo.',
    'Data folder': 'Carpeta de datos',
    'Audio decoder FFmpeg': 'Decodificador de audio FFmpeg',
    'Neural speech models (transcribe.cpp)': 'Modelos de reconocimiento neuronales (transcribe.cpp)',
    'Copies of the database': 'Copias de la base de datos',
    Notice: 'Aviso',
    'API Server': 'Servidor de API',
    '{path}, model {model}.': '{path}, modelo {model}.',
    'Not found: {list}.': 'No se encontró: {list}.',
    'The package {package} is not installed.': 'El paquete {package} no está instalado.',
    'There is no prebuilt library for {system}; cloud providers work without it.':
      'No hay una biblioteca lista para {system}; los proveedores en la nube funcionan sin ella.',
    'Ready, {count} model installed.': 'Listo, {count} modelo instalado.',
    'Ready, {count} models installed.': 'Listo, {count} modelos instalados.',
    'Ready, but no model is installed.': 'Listo, pero no hay ningún modelo instalado.',
    '{model} has an architecture that this version of Quoth does not support.':
      '{model} tiene una arquitectura que esta versión de Quoth no admite.',
    'Update Quoth, or choose another model.': 'Actualiza Quoth o elige otro modelo.',
    'Close other programs, or choose a smaller model.':
      'Cierra otras aplicaciones o elige un modelo más pequeño.',
    'Choose another model or language.': 'Elige otro modelo u otro idioma.',
    'The engine cannot load it.': 'El motor no puede cargarlo.',
    'The engine crashed while loading it.': 'El motor falló al cargarlo.',
    'Download the file again, or choose another model.': 'Descarga el archivo de nuevo o elige otro modelo.',
    'Specify it: one of {languages}.': 'Indícalo: {languages}.',
    'Remove the package instead.': 'Quita el paquete en su lugar.',
    'The credit with {provider} has run out.': 'El saldo de {provider} se agotó.',
    'The credit with {provider} will last for about {minutes} more minute of speech.':
      'El saldo de {provider} alcanza para {minutes} minuto más de voz.',
    'The credit with {provider} will last for about {minutes} more minutes of speech.':
      'El saldo de {provider} alcanza para unos {minutes} minutos más de voz.',
    'Ask its operator for more credit, or choose a model on this machine.':
      'Pide más saldo a quien la gestiona o elige un modelo de este equipo.',
    'Check the address and the token.': 'Comprueba la dirección y el token.',
    'It responds, but limits the request rate.': 'Responde, pero limita el número de solicitudes.',
    '{provider} has been removed, so no more audio was sent.':
      'Se quitó {provider}, así que no se envió más audio.',
    'Choose another provider.': 'Elige otro proveedor.',
    'Create a key at {address}.': 'Crea una clave en {address}.',
    'The key for {provider} cannot be read.': 'No se puede leer la clave de {provider}.',
    'Unlock the store and try again.': 'Desbloquea el llavero e inténtalo de nuevo.',
    'A model on this machine works without it.': 'Un modelo de este equipo funciona sin él.',
    'Checked {when}.': 'Comprobado {when}.',
    'just now': 'ahora mismo',
    '{seconds} s ago': 'hace {seconds} s',
    '{minutes} min ago': 'hace {minutes} min',
    'Tried {method} {address} {when}; no audio was sent.':
      'Se intentó {method} {address} {when}; no se envió audio.',
    'Tried {method} {address}; no audio was sent.': 'Se intentó {method} {address}; no se envió audio.',
    'Tried {method} {address} {when}; no text was sent.':
      'Se intentó {method} {address} {when}; no se envió texto.',
    'Tried {method} {address}; no text was sent.': 'Se intentó {method} {address}; no se envió texto.',
    'The audio was being sent to {address}; the last check, {when}, succeeded.':
      'El audio se estaba enviando a {address}; la última comprobación ({when}) fue correcta.',
    'Start a keyring service and set each key again to move it there.':
      'Inicia un llavero y vuelve a introducir cada clave para guardarla allí.',
    'The key is stored in {store}, which is locked or did not respond.':
      'La clave está en {store}, que está bloqueado o no respondió.',
    'The signing secret is stored in {store}, which is locked or did not respond.':
      'El secreto de firma está en {store}, que está bloqueado o no respondió.',
    'This machine has no secure store ({store}), so the {what}.':
      'Este equipo no tiene llavero ({store}): {what}.',
    'The {what}: {store} is locked or did not respond.': '{store} está bloqueado o no respondió: {what}.',
    'key was not saved': 'la clave no se guardó',
    'key could not be deleted': 'la clave no se pudo eliminar',
    'signing secret was not saved': 'el secreto de firma no se guardó',
    'signing secret could not be deleted': 'el secreto de firma no se pudo eliminar',
    'The recording was canceled.': 'La grabación se canceló.',
    'Its audio is kept.': 'El audio se conserva.',
    'The recording was transcribed again before this finished.':
      'La grabación se volvió a transcribir antes de que esto terminara.',
    'Read the recording again.': 'Vuelve a abrir la grabación.',
    'Too many searches are waiting.': 'Hay demasiadas búsquedas en espera.',
    'Add a date filter.': 'Añade un filtro de fecha.',
    'Wait until it is done, or cancel it; then delete it.':
      'Espera a que termine o cancélala y después elimínala.',
    'Wait until it is done, or cancel it; then edit it.':
      'Espera a que termine o cancélala y después edítala.',
    'The server has no language model.': 'El servidor no tiene ningún modelo de lenguaje.',
    'Install one there, for example with "ollama pull gemma3:4b".':
      'Instala uno allí, por ejemplo con «ollama pull gemma3:4b».',
    'The mode "{mode}" rewrites on this machine only, but its provider is remote.':
      'El modo «{mode}» solo reescribe en este equipo, pero su proveedor es remoto.',
    'Nothing was sent.': 'No se envió nada.',
    'The prompt is empty.': 'El prompt está vacío.',
    'Say what to do with the text, or give a preset.': 'Escribe qué hacer con el texto o elige un estilo.',
    'Give a text to rewrite.': 'Escribe un texto para reescribir.',
    'Give a preset or a prompt, or turn rewriting on in the mode.':
      'Elige un estilo o un prompt, o activa la reescritura en el modo.',
    'The text is too long for {model} of {provider}: at least {count} tokens, but its context for input and output is {limit}.':
      'El texto es demasiado largo para {model} de {provider}: al menos {count} tokens, y su contexto de entrada y salida es de {limit}.',
    'Choose another model, or rewrite it in parts.': 'Elige otro modelo o reescríbelo por partes.',
    'Something went wrong while calling {provider}.': 'Algo falló al llamar a {provider}.',
    "Its text is the speech engine's own, after the mode's text rules.":
      'Su texto es el del motor, con el formato del modo.',
    'The new token could not be stored.': 'El token nuevo no se pudo guardar.',
    'The disk is full, so the new token could not be stored.':
      'El disco está lleno, así que el token nuevo no se pudo guardar.',
    'The old one no longer works.': 'El anterior ya no funciona.',
    'The old one no longer works until Quoth ends.': 'El anterior no funciona hasta que Quoth se cierre.',
    'Wait a moment, or check your plan with {provider}.': 'Espera un momento o revisa tu plan en {provider}.',
    'Split the audio into parts, or use another provider.': 'Divide el audio en partes o usa otro proveedor.',
    'Check the model and the language, or try another model or provider.':
      'Comprueba el modelo y el idioma o prueba otro modelo o proveedor.',
    '{provider} does not offer transcription.': '{provider} no ofrece transcripción.',
    '{provider} does not offer speech-to-text.': '{provider} no ofrece transcripción.',
    'Choose another one.': 'Elige otro.',
    '{provider} heard nothing in what was streamed.': '{provider} no oyó nada en lo que se envió.',
    'The key for {provider} was removed or replaced during the recording, so no more of it was streamed.':
      'La clave de {provider} se quitó o se cambió durante la grabación, así que no se envió más.',
    'The connection is too slow to stream a recording over it.':
      'La conexión es demasiado lenta para enviar la grabación en directo.',
    'The last {seconds} s of the audio are missing: the file ends before its header says.':
      'Faltan los últimos {seconds} s del audio: el archivo termina antes de lo que indica su cabecera.',
    'Send the whole file if you have it.': 'Envía el archivo completo si lo tienes.',
    'The text of {times} repeats itself, or is more than anyone says in that time.':
      'El texto de {times} se repite o es más de lo que nadie dice en ese tiempo.',
    'Speech at {times} has no text, or far too little.':
      'Lo hablado en {times} no tiene texto, o tiene muy poco.',
    'The text of {times} stands where no one seems to speak.':
      'El texto de {times} está donde no parece hablar nadie.',
    "The text of {times} is left out: what the model wrote there can't have been said.":
      'Falta el texto de {times}: lo que escribió ahí el modelo no puede haberse dicho.',
    'The main sound track of the file has no speech, so track {track} was transcribed.':
      'La pista de sonido principal del archivo no contiene voz, así que se transcribió la pista {track}.',
    'Quoth was stopped before this transcription was finished.':
      'Quoth se detuvo antes de terminar esta transcripción.',
    'It resumes at the next start, as recording {id}.':
      'Se reanuda en el próximo inicio, como grabación {id}.',
    '{model} is installed and supports this language: choose the model {id}.':
      '{model} está instalado y admite este idioma: elige el modelo {id}.',
    '{model} is installed and understands more: choose the model {id}.':
      '{model} está instalado y entiende más: elige el modelo {id}.',
    '{model} supports this language: download it under Models.':
      '{model} admite este idioma: descárgalo en Modelos.',
    '{model} understands more: download it under Models.': '{model} entiende más: descárgalo en Modelos.',
    '{provider}\'s model {model} does not support the language "{language}".':
      'El modelo {model} de {provider} no admite el idioma «{language}».',
    'It supports {languages}.': 'Admite {languages}.',
    'It supports {languages} and {count} more.': 'Admite {languages} y {count} más.',
    'Choose another model.': 'Elige otro modelo.',
    'The mode\'s provider "{provider}" does not transcribe.':
      'El proveedor «{provider}» del modo no transcribe.',
    'Transcription providers: {list}.': 'Proveedores de transcripción: {list}.',
    'No cloud provider has a model with this name.':
      'Ningún proveedor en la nube tiene un modelo con ese nombre.',
    'Give provider and model, such as "openai/whisper-1".':
      'Indica proveedor y modelo, como «openai/whisper-1».',
    '"auto" uses the best model on this machine instead.':
      '«auto» usa en su lugar el mejor modelo de este equipo.',
    "{provider}'s model {model} is not made for medical speech.":
      'El modelo {model} de {provider} no está pensado para el ámbito médico.',
    'Choose another provider for the mode, or “General” as its subject.':
      'Elige otro proveedor para el modo o «General» como tema.',
    'Choose {models} as the provider’s model of the mode, or “General” as its subject.':
      'Elige {models} como modelo del proveedor en el modo o «General» como tema.',
    'Choose one, such as "{provider}/whisper-1", or set the model in the mode.':
      'Elige uno, como «{provider}/whisper-1», o indica el modelo en el modo.',
    'Add one under Settings, API keys.': 'Añade una en Configuración > Claves de API.',
    'Or choose “Gateway’s default” as the accuracy of the mode, and a provider with a key of your own.':
      'O elige «La de la pasarela» como precisión del modo y un proveedor con tu propia clave.',
    'Specify it, here or in the mode: {languages}.': 'Indícalo aquí o en el modo: {languages}.',
    'Specify it, here or in the mode: {languages} and {count} more.':
      'Indícalo aquí o en el modo: {languages} y {count} más.',
    'Omit the model, or choose another one.': 'Omite el modelo o elige otro.',
    'No installed speech model supports {language} ("{tag}"); {model} does.':
      'Ningún modelo instalado admite {language} («{tag}»); {model} sí.',
    'No speech model supports {language} ("{tag}"); {model} does.':
      'Ningún modelo de reconocimiento admite {language} («{tag}»); {model} sí.',
    'No speech model supports {language} ("{tag}").':
      'Ningún modelo de reconocimiento admite {language} («{tag}»).',
    'Installed models: {list}.': 'Modelos instalados: {list}.',
    '"auto" uses the best of them.': '«auto» usa el mejor.',
    'Cloud models are written as provider/model.': 'Los modelos en la nube se escriben proveedor/modelo.',
    '{provider} responded with a redirect to another address.':
      '{provider} respondió con una redirección a otra dirección.',
    'It was not followed, so neither the key nor the audio was sent there; check the base URL.':
      'No se siguió, así que no se envió allí ni la clave ni el audio; comprueba la dirección.',
    'The request to {provider} was canceled.': 'La solicitud a {provider} se canceló.',
    'The request to {provider} could not be made.': 'No se pudo hacer la solicitud a {provider}.',
    'The audio could not be read from the disk.': 'No se pudo leer el audio del disco.',
    'The base URL of {provider} cannot be used.': 'La dirección de {provider} no se puede usar.',
    'Use 127.0.0.1 for this machine.': 'Usa 127.0.0.1 para este equipo.',
    "{provider} accepts no more audio right now: the account's limit has been reached or its credit has run out.":
      '{provider} no acepta más audio por ahora: se alcanzó el límite de la cuenta o se agotó el saldo.',
    '{provider} did not answer in time while audio was being streamed.':
      '{provider} no respondió a tiempo durante el envío.',
    '{provider} refused the audio that was being streamed.': '{provider} rechazó el audio enviado.',
    'The stream to {provider} was canceled.': 'El envío a {provider} se canceló.',
    '{provider} ended the stream before the text was complete.':
      '{provider} cerró la conexión antes de completar el texto.',
    '{provider} is still working on this request.': '{provider} aún está procesando esta solicitud.',
    'No model is chosen for {provider}.': 'No hay ningún modelo elegido para {provider}.',
    '{provider} does not accept {format} files; it accepts {list}.':
      '{provider} no acepta archivos {format}; acepta {list}.',
    'The audio has {size} MB; {provider} accepts at most {limit} MB.':
      'El audio ocupa {size} MB; {provider} acepta {limit} MB como máximo.',
    'The audio lasts {minutes} minutes; {provider} accepts at most {limit}.':
      'El audio dura {minutes} minutos; {provider} acepta {limit} como máximo.',
    '{provider} did not finish within {seconds} s.': '{provider} no terminó en {seconds} s.',
    "{provider}'s model {model} does not transcribe live.":
      'El modelo {model} de {provider} no transcribe en directo.',
    'Port {port} {why}; the Wyoming listener stays off.': 'Puerto {port}: {why}; Wyoming sigue desactivado.',
    'The audio is longer than {count} seconds.': 'El audio dura más de {count} segundos.',
    'The audio is longer than {count} hours.': 'El audio dura más de {count} horas.',
    'Without FFmpeg, only Vorbis, FLAC and Opus can be decoded from Ogg.':
      'Sin FFmpeg, de Ogg solo se pueden leer Vorbis, FLAC y Opus.',
    'Without FFmpeg, {codec} in this container cannot be decoded.':
      'Sin FFmpeg no se puede leer {codec} en este contenedor.',
    'The audio claims {rate} samples per second, which is not valid audio.':
      'El archivo indica {rate} muestras por segundo, lo que no es un audio válido.',
    'This machine has no decoder for {format}.': 'Este equipo no tiene decodificador para {format}.',
    'Install FFmpeg (Debian: {command}), or send {formats}.':
      'Instala FFmpeg (Debian: {command}) o envía {formats}.',
    'Install FFmpeg ({command}), or send {formats}.': 'Instala FFmpeg ({command}) o envía {formats}.',
    'The decoder stopped in the middle of the audio.': 'El decodificador se detuvo a mitad del audio.',
    'Decoding the audio takes too long.': 'Leer el audio tarda demasiado.',
    'The audio is damaged: decoding it takes more memory than any recording needs.':
      'El audio está dañado: leerlo exige más memoria que cualquier grabación.',
    'The decoder cannot be started.': 'No se puede iniciar el decodificador.',
    'FFmpeg cannot be started.': 'No se puede iniciar FFmpeg.',
    'FFmpeg could not write FLAC.': 'FFmpeg no pudo escribir FLAC.',
    'The decoder was ended before it was done.': 'El decodificador se cerró antes de terminar.',
    "The audio file's header is invalid.": 'La cabecera del archivo de audio no es válida.',
    'Samples of {bits} bits in this encoding are not supported.':
      'No se admiten muestras de {bits} bits en esta codificación.',
    'Convert the file to 16-bit wav.': 'Convierte el archivo a WAV de 16 bits.',
    'Convert the file to plain 16-bit wav.': 'Convierte el archivo a WAV simple de 16 bits.',
    'The wav file does not declare its format before its samples.':
      'El archivo WAV no indica su formato antes de las muestras.',
    'The wav file contains no samples.': 'El archivo WAV no contiene muestras.',
    'The header of the wav file is cut off.': 'La cabecera del archivo WAV está cortada.',
    'This wav encoding is not supported.': 'Esta codificación WAV no se admite.',
    'The aiff file does not declare its format before its samples.':
      'El archivo AIFF no indica su formato antes de las muestras.',
    'The aiff file contains no samples.': 'El archivo AIFF no contiene muestras.',
    'The header of the aiff file is cut off.': 'La cabecera del archivo AIFF está cortada.',
    'This aiff encoding is not supported.': 'Esta codificación AIFF no se admite.',
    'It cannot be read.': 'No se puede leer.',
    '{file} is being changed by another program.': 'Otra aplicación está modificando {file}.',
    '{file} is left alone: {why}.': '{file} se deja como está: {why}.',
    'it cannot be read or written ({code})': 'no se puede leer o escribir ({code})',
    'it is not text in UTF-8': 'no es texto en UTF-8',
    '"{key}" or "{name}" stands in it twice': '«{key}» o «{name}» aparece dos veces',
    'it is not JSON (line {line}: {code})': 'no es JSON (línea {line}: {code})',
    'it is not JSON with comments (line {line}: {code})': 'no es JSON con comentarios (línea {line}: {code})',
    'It is to be added by hand.': 'Hay que añadirlo a mano.',
    'It is to be taken out by hand.': 'Hay que quitarlo a mano.',
    'Windows did not let Quoth at its list of programs that start at login.':
      'Windows no permitió a Quoth acceder a su lista de aplicaciones que se inician al entrar.',
  },
};
