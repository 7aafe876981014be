import type { ErrorTranslations } from './translate.ts';

/** Errors, warnings and remedies in French. */
export const words: ErrorTranslations = {
  messages: {
    // Each code's own, where nothing more is known
    unauthorized: 'Le jeton est absent ou incorrect.',
    forbiddenOrigin: 'Cette requête ne vient pas d’une application de cet ordinateur.',
    forbiddenScope: 'Il manque une autorisation au jeton.',
    notFound: 'Cette adresse n’existe pas.',
    methodNotAllowed: 'Cette adresse n’accepte pas cette méthode.',
    unsupportedMediaType: 'Ce type de contenu n’est pas accepté ici.',
    payloadTooLarge: 'La requête est trop volumineuse.',
    timeout: 'La requête a pris trop de temps.',
    rateLimited: 'La file d’attente est pleine.',
    internalError: 'Une erreur s’est produite dans Quoth.',
    diskFull: 'Le disque est plein.',
    invalidRequest: 'La requête n’est pas valide.',
    busy: 'Cet élément est en cours d’utilisation.',
    conflict: 'Ce n’est pas possible dans l’état actuel.',
    alreadyExists: 'Ce nom existe déjà.',
    limitReached: 'Quoth ne peut pas en garder davantage.',
    alreadyRunning: 'Quoth est déjà lancé.',
    modelNotInstalled: 'Le modèle de reconnaissance n’est pas installé.',
    modelNotFound: 'Ce modèle n’existe pas.',
    engineUnavailable: 'Le moteur est indisponible pour le moment.',
    missingApiKey: 'La clé d’API du fournisseur est absente ou a été refusée.',
    paymentRequired: 'Le crédit de la passerelle est épuisé.',
    fileNotFound: 'Il n’y a pas de fichier à cet emplacement.',
    fileAccessDenied: 'La lecture du fichier n’est pas autorisée.',
    fileNotAllowed: 'L’API ne peut pas lire les fichiers de ce dossier.',
    audioDecodeFailed: 'Impossible de lire l’audio.',
    transcriptionFailed: 'La transcription a échoué.',
    microphoneUnavailable: 'Aucun micro n’est utilisable.',
    modeNotFound: 'Ce mode n’existe pas.',
    modeNameTaken: 'Un autre mode porte ce nom.',
    recordingNotFound: 'Cet enregistrement n’existe pas.',
    noSpeech: 'Aucune parole n’a été détectée.',
    recordingNotAllowed: 'Cette application n’est pas autorisée à utiliser le micro.',
    purgeNotAllowed: 'Les applications ne sont pas autorisées à vider la corbeille.',
    notRecording: 'Aucun enregistrement n’est en cours.',
    notPasted: 'Le texte n’a pas été inséré au curseur.',
    clipboardUnavailable: 'Le presse-papiers est inutilisable.',
    selectionUnavailable: 'Impossible de lire le texte sélectionné.',
    desktopUnavailable: 'L’environnement de bureau ne permet pas cela à Quoth.',
    windowUnavailable: 'Impossible d’ouvrir la fenêtre.',
    keyStoreUnavailable: 'Le trousseau de clés est inutilisable.',
    recorderBusy: 'L’enregistreur est en cours d’utilisation.',
    declined: 'La demande a été refusée.',
    questionNotFound: 'Cette question n’existe pas.',
    cancelled: 'L’opération a été annulée.',
    // Models
    modelInUse: '{model} est utilisé par une transcription.',
    waitUntilFinishedOrCancel: 'Attendez qu’elle se termine, ou annulez-la, puis réessayez.',
    modelOfPackage: '{model} appartient à un paquet du système, qui l’a placé dans {folder}.',
    removePackage: 'Supprimez plutôt le paquet. Sous Debian, cette commande le nomme : dpkg -S {path}',
    modelFileOtherSize:
      'Ce n’est pas le fichier de {model} : il fait {size} ({bytes} octets) au lieu de {wantedSize} ({wanted} octets).',
    incompleteModelFile:
      'Le téléchargement est peut-être incomplet : recommencez-le depuis l’adresse indiquée.',
    modelFileOtherChecksum:
      'Ce n’est pas le fichier de {model} : sa somme de contrôle est {found} au lieu de {wanted}.',
    damagedModelFile:
      'Il est endommagé, ou c’est un autre fichier : téléchargez-le à nouveau depuis l’adresse indiquée.',
    modelFileUnusable: '{file} dans le dossier des modèles est inutilisable.',
    modelFileGone: 'Le fichier de {model} n’est plus dans le dossier des modèles.',
    modelFileChanged: 'Le fichier de {model} est endommagé ou a été remplacé.',
    includedModelMissing: 'Le fichier de {model} qui fait partie de Quoth est introuvable : {path}.',
    includedModelDamaged: 'Le fichier de {model} qui fait partie de Quoth est endommagé : {path}.',
    namedModelNotInstalled: '{model} n’est pas installé.',
    importedModelNotDownloadable: '{model} a été importé d’un fichier et ne peut pas être téléchargé.',
    downloadFailedAlready: 'Ce téléchargement a déjà échoué.',
    modelNotDownloading: 'Ce modèle n’est pas en cours de téléchargement.',
    notEnoughSpace:
      'Espace insuffisant pour {what} : {needed} nécessaires, {free} libres, dont {reserved} réservés.',
    diskFullWhileDownloading: 'Le disque s’est rempli pendant le téléchargement de {model}.',
    freeSpaceForModel:
      'Libérez de l’espace sur le disque du dossier de données (voir Paramètres > À propos), ou supprimez un modèle dans Modèles.',
    downloadModel: 'Téléchargez-le dans Modèles.',
    importModelAgain: 'Importez son fichier à nouveau dans Modèles.',
    restoreIncludedModel:
      'Réinstallez Quoth et redémarrez-le, ou téléchargez un autre fichier de ce modèle dans Modèles.',
    removeModel: 'Pour le supprimer, allez dans Modèles.',
    continueDownload: 'Reprenez le téléchargement dans Modèles, ou annulez-le.',
    freeSpaceThenContinue: 'Libérez de l’espace, puis reprenez-le dans Modèles.',
    beginDownload: 'Téléchargez-le dans Modèles.',
    cancelDownload: 'Annulez son téléchargement dans Modèles.',
    runModelDownload: 'Téléchargez-le dans Modèles.',
    modelNotInstalledHere: 'Le modèle {model} n’est pas installé.',
    theseDownloads: 'ces téléchargements',
    modelNotDownloaded: 'Impossible de télécharger {model} ({why}).',
    downloadByHand:
      'Réessayez plus tard dans Modèles. D’ici là, les modèles installés continuent de fonctionner. Pour l’installer vous-même, téléchargez {address} (SHA-256 {sha256}), puis importez le fichier dans Modèles.',
    hubUnreachable: '{host} est injoignable',
    hubStoppedSending: '{host} n’envoie plus rien',
    hubBrokeConnection: '{host} a coupé la connexion plusieurs fois',
    hubNotWorking: '{host} est en panne (statut {status})',
    hubBusy: '{host} signale trop de requêtes',
    hubBusyFor: '{host} signale trop de requêtes et demande d’attendre {minutes} min',
    hubRedirectsUnsafely: '{host} redirige vers {address}, ce qui n’est pas sûr',
    hubRedirectsNowhere: '{host} redirige vers une adresse non valide',
    hubRedirectsTooOften: '{host} redirige trop de fois',
    hubHasOtherFile: 'un autre fichier se trouve maintenant à cette adresse',
    hubHasNoFile: 'aucun fichier à cette adresse',
    hubRefused: 'le serveur a refusé (statut {status})',
    hubLacksRest: 'le serveur n’a pas les octets restants',
    hubFileChanged: 'le fichier a changé pendant le téléchargement',
    hubWouldRestart: 'le serveur recommencerait avec un fichier d’une autre taille',
    hubSentOtherRange: 'le serveur a envoyé une autre plage que celle demandée',
    webPageArrived: 'une page web est arrivée à la place ; le réseau demande peut-être de se connecter',
    downloadedFileDiffers: 'le fichier n’est pas celui du catalogue (somme de contrôle différente)',
    tooManyBytesArrived: 'plus de {bytes} octets sont arrivés',
    otherLengthAnnounced: '{announced} octets ont été annoncés au lieu de {wanted}',
    fileIsNoModel: 'Ce fichier ne peut pas servir de modèle de reconnaissance ({why}).',
    fileIsEmpty: 'il est vide',
    fileIsNoGguf: 'ce n’est pas un fichier GGUF',
    fileEndsTooEarly: 'il est incomplet',
    ggufVersionUnsupported: 'sa version de GGUF, {version}, n’est pas prise en charge',
    ggufHeaderDamaged: 'son en-tête est endommagé',
    ggufHeaderTooLarge: 'son en-tête est trop grand',
    ggufWithoutArchitecture: 'il n’indique pas l’architecture du modèle',
    architectureUnsupported:
      'Ce modèle a l’architecture « {architecture} », qu’aucun moteur installé ne prend en charge.',
    supportedArchitectures: 'Architectures prises en charge : {names}.',
    downloadModelFileAgain:
      'Téléchargez-le à nouveau ; sa taille et sa somme de contrôle doivent correspondre à celles de sa source. Les fichiers de modèle se terminent par .gguf.',
    modelPathNotAbsolute: 'Saisissez le chemin complet du fichier de modèle.',
    modelFileNotAllowed: 'Ce n’est pas un fichier ordinaire, ou il appartient à Quoth ou au système.',
    giveModelFile: 'Choisissez un fichier de modèle, qui se termine par .gguf.',
    modelFilesEndIn: 'Les fichiers de modèle se terminent par .gguf.',
    fileBecameLonger: 'Le fichier a changé pendant la copie.',
    fileBecameShorter: 'Le fichier a changé pendant la copie.',
    tryAgainOnceUnwritten: 'Réessayez quand plus rien n’y écrit.',
    // Actions
    actionNotFound: 'Cette action n’existe pas.',
    listActionsAgain: 'Elle a peut-être été supprimée ; rechargez la liste.',
    actionNameTaken: 'Une action nommée « {name} » existe déjà.',
    chooseOtherName: 'Choisissez un autre nom ; les majuscules ne comptent pas.',
    tooManyActions: 'Il y a déjà {count} actions.',
    deleteUnused: 'Supprimez ce qui ne sert plus.',
    actionKindFixed: 'Le type d’une action ne peut pas être modifié.',
    addOtherAction: 'Ajoutez une autre action et supprimez celle-ci.',
    actionRunNotFound: 'Cette exécution n’existe pas.',
    listRunsAgain: 'Son enregistrement ou son action a peut-être été supprimé ; rechargez la liste.',
    quothWasStopped: 'Quoth a été arrêté.',
    quothEndedUnexpectedly: 'Quoth s’est arrêté de façon inattendue.',
    onlyPostsHaveSecret: 'Seules les actions qui envoient à une adresse ont un secret de signature.',
    actionPaused: 'L’action « {name} » est en pause.',
    recordingWithoutText: 'Cet enregistrement n’a pas de texte.',
    attemptRunning: 'Un essai est en cours.',
    waitUntilAttemptEnded: 'Attendez qu’il soit terminé.',
    systemFoldersRefused: 'Rien n’est écrit dans les dossiers du système ni dans ceux de Quoth.',
    linkNotFollowed: 'C’est un lien symbolique, qui n’est pas suivi. Indiquez le chemin du fichier lui-même.',
    pathIsFolder: 'C’est un dossier. Indiquez le chemin d’un fichier.',
    folderReplacedByLink:
      'Le fichier n’est pas là où il semblait être : un dossier a été remplacé par un lien.',
    hiddenFilesRefused:
      'Rien n’est écrit dans les fichiers et dossiers cachés (commençant par un point) de votre dossier personnel.',
    addedToFile: 'Ajouté à {path}.',
    notAFile: 'Ce n’est pas un fichier.',
    fileReplacedAllTheTime: 'Ce fichier est sans cesse remplacé.',
    fileNotWritable:
      'L’écriture de ce fichier n’est pas autorisée. Vérifiez ses droits d’accès et ceux de son dossier.',
    fileOpenElsewhere: 'Un autre programme a ouvert ce fichier.',
    fileSystemReadOnly:
      'Ce fichier se trouve là où rien ne peut être écrit (système de fichiers en lecture seule).',
    pathThroughFile: 'Une partie de ce chemin est un fichier, et non un dossier.',
    pathTooLong: 'Ce chemin est trop long.',
    fileNotWritten: 'Le fichier n’a pas pu être écrit.',
    programTimedOut: 'Interrompu après {seconds} s, sa durée maximale.',
    programExited: 'Terminé avec le statut {status}.',
    programKilled: 'Arrêté par {signal}.',
    programNotFound:
      'Le programme « {program} » n’existe pas. Indiquez son chemin complet, ou vérifiez qu’il est dans le PATH.',
    programNotExecutable:
      '« {program} » ne peut pas être exécuté. Rendez-le exécutable, par exemple avec : chmod u+x',
    notAProgram: '« {program} » n’est pas un programme. Un script commence par une ligne comme #!/bin/sh',
    programNeedsShell:
      '« {program} » ne peut pas être lancé sans shell. Indiquez comme commande le programme qui l’exécute, par exemple cmd.exe avec /c.',
    argumentsTooLong: 'Ses arguments sont trop longs pour ce système.',
    programNotStarted: 'Le programme n’a pas pu être lancé.',
    signingSecretMissing: 'Le secret de signature manque. Créez-en un nouveau pour cette action.',
    answerTooLate: 'Pas de réponse complète en {seconds} s.',
    answered: 'Réponse : {status}.',
    answeredRedirect: 'Réponse : {status}, une redirection, qui n’est pas suivie. Indiquez l’adresse finale.',
    answeredGone: 'Réponse : 410, cette adresse n’existe plus.',
    nameLeadsElsewhere:
      'Ce nom ne mène pas à cet ordinateur, et http n’est permis que vers lui. Utilisez https.',
    nothingListens: 'Rien ne répond à cette adresse.',
    nameNotResolved: 'Le nom de cette adresse est introuvable.',
    notHttps: 'Le serveur ne parle pas https correctement ({code}) : rien n’a été envoyé.',
    certificateRefused: 'Son certificat n’est pas accepté ({code}) : rien n’a été envoyé.',
    addressNotReached: 'L’adresse est injoignable.',
    addressNotReachedCode: 'L’adresse est injoignable ({code}).',
    actionPausedGone:
      'L’action « {name} » s’est mise en pause : le destinataire répond que l’adresse n’existe plus (410). Les textes attendent sa reprise.',
    actionPausedFailures:
      'L’action « {name} » s’est mise en pause après {count} échecs de suite. Les textes attendent sa reprise.',
    resumeAction: 'Activez-la d’abord dans Paramètres > Actions.',
    lookIntoAction:
      'Ses essais, dans Paramètres > Actions, montrent ce qui s’est passé. Réactivez-la ensuite au même endroit.',
    // Dictation
    microphoneSilent: 'Le micro ne capte que du silence.',
    microphoneMaybeMuted: 'Il est peut-être coupé, ou utilisé par une autre application.',
    seeOtherMicrophones: 'Voir Paramètres > Général.',
    seeMicrophones: 'Voir Paramètres > Général.',
    noSpeechForLong: 'Aucune parole depuis cinq minutes. L’enregistrement s’arrête au bout de dix.',
    speakOrConfirm: 'Parlez, ou confirmez que vous êtes toujours là.',
    recordingLimitNear:
      'Cet enregistrement atteint presque la limite de six heures. Il s’arrête dans dix minutes au plus.',
    stopAndStartAnother: 'Arrêtez-le et démarrez-en un autre.',
    alreadyRecording: 'Un enregistrement est déjà en cours.',
    endRecordingFirst: 'Arrêtez-le ou annulez-le d’abord.',
    stoppedBeforeBegun: 'L’enregistrement a été arrêté avant d’avoir commencé.',
    startAndSpeak: 'Recommencez, et arrêtez une fois que vous avez parlé.',
    stillBeingRecorded: 'Cette dictée est encore en cours d’enregistrement.',
    stopOrWait: 'Arrêtez-le d’abord.',
    noSuchDictation: 'Cette dictée n’existe pas, ou elle est finie depuis plus d’une minute.',
    seeKeptDictations: 'Voir Historique.',
    nothingReplaced: 'Aucun texte remplacé par cette dictée n’est conservé.',
    replacedTextsExpire:
      'Ce qu’une modification à la voix a remplacé reste dix minutes en mémoire. L’application qui contient le texte peut peut-être l’annuler.',
    selectionUnreadableHere: 'Dans cet environnement de bureau, Quoth ne peut pas lire le texte sélectionné.',
    editByVoiceWorksOn: 'La modification à la voix fonctionne avec X11, macOS et Windows.',
    selectionNotRead: 'Aucun texte sélectionné n’a pu être lu : rien n’a été changé.',
    selectTextOrDictate:
      'Sélectionnez le texte et réessayez. Pour écrire ce que vous dites, utilisez le raccourci de dictée.',
    nothingSelected: 'Aucun texte sélectionné : ce que vous dites est inséré tel quel.',
    diskFullWhileRecording: 'Le disque est plein : l’enregistrement a été arrêté.',
    recordingNotWritten: 'L’enregistrement n’a pas pu être écrit sur le disque et a été arrêté.',
    freeSpaceThenTranscribe:
      'Libérez de l’espace, puis retranscrivez-le depuis l’historique : tout ce qui a été enregistré jusque-là y est.',
    freeSpaceThenRecord:
      'Rien n’a pu en être conservé. Libérez de l’espace sur le disque du dossier de données, puis recommencez l’enregistrement.',
    microphoneDisconnected: 'Le micro a été déconnecté.',
    microphoneWithoutSound: 'Le micro a été ouvert, mais n’a transmis aucun son.',
    tryAgainOrChooseAnother: 'Réessayez, ou choisissez-en un autre.',
    endedBeforeAudio: 'L’enregistrement s’est terminé avant que du son n’arrive.',
    shuttingDown: 'Quoth est en train de se fermer.',
    windowsNotSeen:
      'Dans cet environnement de bureau, les fenêtres des autres applications ne sont pas visibles.',
    enterProgramYourself: 'Saisissez vous-même le nom de l’application dans la règle.',
    deletedPermanently: 'Cet enregistrement est supprimé définitivement.',
    discardedKeptFor: 'Un enregistrement abandonné peut être restauré pendant {seconds} secondes.',
    copyPrivateText: 'Il n’est conservé nulle part. Pendant une minute, il reste affiché sur la page Dicter.',
    selectedTextStays: 'Le texte sélectionné reste tel quel. {why}',
    editCameToNothing: 'Le modèle de langage n’a rien donné qui puisse le remplacer.',
    spokenIsInHistory: 'Ce que vous avez dit est dans l’historique.',
    startRecordingFirst: 'Démarrez-en un d’abord.',
    waitForRecorder: 'Réessayez dans un instant.',
    recordingCancelledByUser: 'L’enregistrement a été annulé par son utilisateur.',
    recordingTooLong: 'Un enregistrement peut durer {hours} heures au plus.',
    endAndBeginAnother: 'Terminez-le et commencez-en un autre. Ce qui est arrivé est conservé.',
    // Questions of programs
    allowRecordingOfShared:
      'Dans Paramètres > Applications, autorisez celles qui ont ce jeton à poser des questions.',
    allowRecordingOfToken: 'Autorisez-le dans Paramètres > Applications.',
    screenLocked: 'L’écran est verrouillé : personne ne verrait que cette application enregistre.',
    tryWhenUnlocked: 'Réessayez quand l’écran sera déverrouillé.',
    recordingNotShown: 'Rien sur cet ordinateur ne pourrait montrer qu’une application enregistre.',
    openWindowToBeAsked:
      'Ouvrez la fenêtre de Quoth, ou utilisez Quoth sur un bureau avec X11 ou des notifications.',
    recorderUsedByOther: 'L’utilisateur ou une autre application utilise l’enregistreur.',
    questionOpen: 'Une question est déjà affichée à l’écran.',
    tooManyQuestions: 'Cette application a posé {count} questions en une minute.',
    waitBeforeAsking: 'Attendez une minute avant de redemander, et réunissez tout dans une seule question.',
    fieldNotForPrograms:
      'Une application ne peut pas définir « {field} » : ce qu’elle enregistre ne va qu’à elle, depuis le microphone choisi par l’utilisateur.',
    readTextLater: '',
    noOneReacted: 'Personne n’a réagi en {minutes} minutes.',
    userMayBeAway: 'L’utilisateur est peut-être absent. Demandez autrement ou plus tard.',
    questionWithdrawn: 'La question a été retirée avant d’avoir reçu une réponse.',
    whyWithdrawn:
      'Elle est retirée quand personne n’attend la réponse, quand l’écran est verrouillé et quand l’utilisateur ne l’autorise plus.',
    onlyProgramsAsk: 'Seules les applications posent des questions, par l’API locale.',
    recordYourself: 'Pour enregistrer vous-même, allez dans « Dicter ».',
    programRecordsAtMost: 'Une application enregistre {seconds} secondes au plus.',
    lowerMaxSeconds: 'Donnez à « max_seconds » cette valeur au plus.',
    allowRecording: 'Autorisez-le dans Paramètres > Applications.',
    // Modes
    oneModeIsDefault: 'Il faut un mode par défaut.',
    makeOtherModeDefault: 'Définissez plutôt un autre mode par défaut ; il remplacera celui-ci.',
    lastModeStays: 'Le dernier mode ne peut pas être supprimé.',
    createOtherModeFirst: 'Créez d’abord un autre mode, ou modifiez celui-ci.',
    wyomingModeNotFound: 'Aucun mode n’a l’identifiant indiqué par wyomingMode.',
    changeNotFound: 'Cette modification n’existe plus.',
    changesKeptFor: 'Les modifications sont conservées {days} jours.',
    changeUndoneAlready: 'Cette modification a déjà été annulée.',
    modeExistsAgain: 'Le mode existe à nouveau. L’annulation n’est plus possible.',
    modeGone: 'Le mode n’existe plus. L’annulation n’est plus possible.',
    modeChangedSince: 'Le mode a été modifié entre-temps. L’annulation n’est plus possible.',
    changeModeByHand: 'Ouvrez le mode et modifiez-le à la main.',
    folderPathNotFull: 'Un dossier s’indique par son chemin complet.',
    enterWholePath: 'Saisissez le chemin complet, par exemple {path}.',
    shortcutTwice: 'Une autre action a le même raccourci.',
    vocabularyEntryNotFound: 'Cette entrée de vocabulaire n’existe pas.',
    listVocabularyAgain: 'Elle a peut-être été supprimée ; rechargez le vocabulaire.',
    inVocabularyAlready: '« {phrase} » est déjà dans le vocabulaire.',
    changeThatEntry: 'Modifiez plutôt cette entrée.',
    vocabularyFull: 'Un vocabulaire compte au plus {count} entrées.',
    deleteUnneeded: 'Supprimez ce dont vous n’avez plus besoin.',
    existsAlready: 'Cette entrée existe déjà.',
    // Programs
    revokeThatToken: 'Révoquez d’abord ce jeton.',
    otherNameOrRevoke: 'Choisissez un autre nom, ou révoquez d’abord ce jeton.',
    tokenNotFound: 'Ce jeton n’existe pas.',
    listTokensAgain: 'Il a peut-être été révoqué ; rechargez la liste.',
    tokenNotDeleted:
      'Le jeton « {name} » est refusé dès maintenant, mais n’a pas pu être supprimé : il serait de nouveau valable après un redémarrage.',
    freeSpaceThenRevoke: 'Libérez de l’espace, puis révoquez-le à nouveau.',
    waitThenRevoke: 'Patientez un instant, puis révoquez-le à nouveau.',
    tokenCannotRecord: 'Le jeton « {name} » n’a pas l’autorisation « record ».',
    createTokenWithIt:
      'Créez un autre jeton avec cette autorisation ; les autorisations d’un jeton ne changent jamais.',
    tokenEndInPast: 'La date d’expiration de ce jeton est passée.',
    chooseLaterDate: 'Choisissez une date ultérieure, ou aucune.',
    tooManyTokens: 'Il y a déjà {count} jetons.',
    revokeUnused: 'Révoquez ceux qui ne servent plus.',
    tokenInFile:
      'Cet ordinateur n’a pas de trousseau de clés ({store}) : le jeton est dans un fichier que vous seul pouvez lire.',
    tokenMayMove:
      'Il n’y a rien à faire. Quand un trousseau de clés fonctionnera, régénérez le jeton pour l’y placer.',
    tokenNotStoredDiskFull:
      'Le disque était plein : le jeton n’est valable que jusqu’à la fermeture de Quoth.',
    freeSpaceThenNewToken: 'Libérez de l’espace, puis créez un nouveau jeton.',
    tokenStoreLocked:
      '{store} est verrouillé ou n’a pas répondu : le jeton n’est valable que jusqu’à la fermeture de Quoth.',
    unlockKeyringRestart:
      'Déverrouillez le trousseau de clés et redémarrez Quoth pour utiliser le jeton conservé.',
    tokenNameTaken: 'Un jeton nommé « {name} » existe déjà.',
    tokenNameShown: 'Il existe déjà un jeton nommé « {name} », et il a été montré à quelqu’un.',
    newTokenNotStored: 'Le nouveau jeton n’a pas pu être enregistré. L’ancien ne fonctionne plus.',
    newTokenNotStoredYet:
      'Le nouveau jeton n’a pas pu être enregistré. L’ancien ne fonctionne plus jusqu’à l’arrêt de Quoth.',
    newTokenNotStoredDiskFull:
      'Le disque est plein : le nouveau jeton n’a pas pu être enregistré. L’ancien ne fonctionne plus.',
    newTokenNotStoredDiskFullYet:
      'Le disque est plein : le nouveau jeton n’a pas pu être enregistré. L’ancien ne fonctionne plus jusqu’à l’arrêt de Quoth.',
    unlockThenNewToken: 'Déverrouillez {store}, puis créez un nouveau jeton.',
    // Backups
    databaseDamagedAt: 'La base de données {path} est endommagée.',
    moveDatabaseAside:
      'Déplacez le fichier (conservez-le) et relancez Quoth, ou restaurez-le depuis une sauvegarde. L’audio à côté est intact.',
    freeSpaceAtPath: 'Libérez de l’espace là où se trouve {path} et relancez Quoth.',
    dataOfNewerVersion: 'Les données ont été écrites par une version plus récente de Quoth.',
    installNewerVersion:
      'Réinstallez la version plus récente, ou revenez à la copie de la base de données d’avant la mise à jour (« quoth restore » montre les copies). Rien n’a été modifié ; le fichier est {path}.',
    alreadyRunningHere: 'Quoth est déjà lancé avec ce dossier de données.',
    backupOfNewerFormat:
      'Cette sauvegarde vient de Quoth {version}, dans un format que cette version ne sait pas lire.',
    installThatVersion: 'Installez Quoth {version} ou une version plus récente, puis restaurez-la.',
    notABackup: 'Ce fichier n’est pas une sauvegarde de Quoth.',
    chooseBackupFile: 'Choisissez un fichier de sauvegarde créé par Quoth. Rien n’a été modifié.',
    backupDamaged: 'Cette sauvegarde est endommagée ou incomplète.',
    copyBackupAgain:
      'Copiez à nouveau le fichier depuis son origine, ou choisissez une autre sauvegarde. Rien n’a été modifié.',
    wrongPassphrase: 'Cette phrase secrète n’ouvre pas les clés de la sauvegarde.',
    nothingWasChanged: 'Rien n’a été modifié.',
    nothingToBackUp: 'Il n’y a rien à sauvegarder dans {folder}.',
    startOnceOrNameFolder: 'Lancez Quoth une fois, ou indiquez un autre dossier de données dans QUOTH_HOME.',
    backupRunning: 'Une autre sauvegarde ou restauration est en cours.',
    waitUntilDone: 'Attendez la fin, puis réessayez.',
    backupInDataFolder: 'Une sauvegarde ne peut pas être placée dans le dossier de données lui-même.',
    chooseOtherFolder: 'Choisissez un autre dossier, de préférence sur un autre disque.',
    fileIsFolder: '{file} est un dossier.',
    nameFileInFolder: 'Indiquez un fichier dans ce dossier, par exemple {path}.',
    fileIsDevice: '{file} est un périphérique ou un lien.',
    nameNewFile: 'Indiquez un nouveau fichier.',
    fileExistsAlready: '{file} existe déjà.',
    otherNameOrDelete: 'Choisissez un autre nom, ou supprimez d’abord ce fichier.',
    folderNotFound: 'Le dossier {folder} n’existe pas.',
    createFolderOrOther: 'Créez-le, ou choisissez-en un autre.',
    tooLittleSpace: 'Espace insuffisant dans {folder} : il faut {megabytes} Mo.',
    freeSpaceOrOtherDisk: 'Libérez-y de l’espace, ou choisissez un autre disque, puis réessayez.',
    noFileAt: 'Le fichier {file} n’existe pas.',
    pathIsNoFile: '{file} n’est pas un fichier.',
    nameABackup: 'Indiquez une sauvegarde.',
    restoreUnfinished: 'Une restauration précédente n’est pas terminée.',
    startToFinishRestore: 'Lancez Quoth une fois : cela la terminera.',
    folderNotEmpty: '{path} n’est pas vide.',
    nameEmptyFolder:
      'Indiquez un dossier nouveau ou vide. Sans --into, la sauvegarde remplace ce que Quoth a maintenant.',
    stopOtherCopy: 'Arrêtez d’abord l’autre copie.',
    restoreWithoutKeys: 'Réessayez, ou laissez la phrase secrète vide pour restaurer sans les clés.',
    // Listeners
    apiPortInUse:
      'Le port {port} est indisponible (utilisé par une autre application) : l’API locale reste désactivée.',
    apiPortReplaced:
      'Le port {wanted} est indisponible (utilisé par une autre application) : l’API locale utilise le port {port}.',
    apiPortForbidden:
      'Le port {port} est indisponible (interdit à cet utilisateur) : l’API locale reste désactivée.',
    apiPortReplacedForbidden:
      'Le port {wanted} est indisponible (interdit à cet utilisateur) : l’API locale utilise le port {port}.',
    setOtherPort:
      'Choisissez un autre port, ou aucun, ce qui s’applique aussitôt ; ou fermez cette application, puis réactivez l’API locale.',
    giveOthersNewPort:
      'Les applications qui lisent le fichier de découverte le trouvent ; indiquez le nouveau port aux autres.',
    discoveryNotWritten:
      'Le fichier de découverte {path} ne peut pas être écrit ({why}) : l’API locale reste désactivée.',
    makeRoomThenSwitchOn:
      'Supprimez ce qui se trouve à cet endroit ou libérez de l’espace disque, puis réactivez l’API locale.',
    folderWithThatName: 'un dossier porte ce nom',
    unknownReason: 'raison inconnue',
    windowAddressUsedTwice:
      'L’adresse d’une fenêtre a servi deux fois : cette fenêtre a été fermée par sécurité.',
    openNewWindow:
      'Ouvrez-en une nouvelle. Si cela se reproduit, cherchez une application qui lit les adresses ouvertes par votre navigateur.',
    windowSessionEnded: 'La session de cette fenêtre est terminée.',
    wyomingModeGone: 'Le mode choisi pour Wyoming n’existe plus : ses requêtes échouent.',
    wyomingStopped: 'Quoth n’écoute plus.',
    switchWyomingOn: 'Réactivez Wyoming dans les réglages, ou lancez Quoth.',
    apiOnAt: 'Activé, à l’adresse http://127.0.0.1:{port}.',
    wyomingOnAt: 'Activé, à l’adresse 127.0.0.1:{port}, pour toutes les applications de cet utilisateur.',
    listenerOff: 'Désactivé.',
    openWindow: 'Exécutez « quoth start » pour en ouvrir une nouvelle.',
    chooseWyomingMode: 'Choisissez-en un autre, ou aucun, dans Paramètres > Avancé.',
    chooseWyomingPort:
      'Fermez cette application et réactivez Wyoming, ou choisissez un autre port dans Paramètres > Avancé.',
    wyomingPortInUse: 'Le port {port} est utilisé par une autre application ; Wyoming reste désactivé.',
    wyomingPortForbidden: 'Le port {port} ne peut pas être utilisé ; Wyoming reste désactivé.',
    controlFileNotWritten:
      'Le fichier {path}, par lequel les commandes trouvent l’application, ne peut pas être écrit ({why}).',
    makeRoomThenStart: 'Retirez ce qui se trouve à sa place ou libérez de l’espace, puis relancez Quoth.',
    controlSocketNotOpened: 'Le socket de la ligne de commande n’a pas pu être ouvert. {reasons}.',
    setRuntimeFolder: 'Définissez XDG_RUNTIME_DIR sur un dossier à vous, en mode 700 et au chemin court.',
    // Delivery
    focusMoved: 'Une autre fenêtre est passée au premier plan : le texte a été copié.',
    pasteWhereYouWant: 'Collez-le où vous voulez.',
    noWindowFocused: 'Aucune fenêtre n’est active : le texte a été copié.',
    clickThenPaste: 'Cliquez à l’endroit voulu, puis collez.',
    passwordWindowFocused: 'La fenêtre active demande un mot de passe : le texte a seulement été copié.',
    noPasteKey: 'Le clavier n’a pas de touche pour coller : le texte a été copié.',
    pasteByMenu: 'Collez-le avec le menu.',
    textNotAccepted: 'L’application active n’a pas accepté le texte : il a été copié.',
    clickIntoField: 'Cliquez dans un champ de texte, puis collez.',
    clipboardUsedByOther: 'Une autre application utilisait le presse-papiers : le texte n’a pas été inséré.',
    textIsInHistory: 'Il est dans l’historique.',
    screenUnreachable: 'L’écran est inaccessible : le texte n’a pas été inséré.',
    keysNotAccepted:
      'L’application active n’accepte pas les touches de Quoth (sous Windows, parce qu’elle est lancée en tant qu’administrateur) : le texte a été copié.',
    pasteYourself: 'Collez-le vous-même.',
    keysNotPressed: 'L’environnement de bureau n’a pas appuyé sur les touches : le texte a été copié.',
    macKeysNotAllowed: 'macOS ne permet pas encore à Quoth de simuler le clavier : le texte a été copié.',
    allowInAccessibility: 'Autorisez-le dans Réglages Système > Confidentialité et sécurité > Accessibilité.',
    typingHidden:
      'Une application masque la saisie, comme un champ de mot de passe : le texte a seulement été copié.',
    leavePasswordField: 'Quittez le champ de mot de passe, ou collez le texte vous-même.',
    writingNotAllowed: 'Copié : l’insertion n’est pas autorisée.',
    desktopDeclinedKeys: 'Copié : l’environnement de bureau a refusé les touches.',
    allowKeyboard: 'Autorisez-le dans Paramètres > Général.',
    screenWasLocked: 'L’écran était verrouillé : le texte a été copié.',
    acceptsTextUnknown:
      'Dans cet environnement de bureau, Quoth ne sait pas si l’application accepte du texte : il a été copié.',
    cannotInsertHere:
      'Dans cet environnement de bureau, Quoth ne peut pas insérer de texte dans les autres applications : il a été copié.',
    clipboardNotRestored:
      'Le texte a été inséré, mais le presse-papiers précédent n’a pas pu être rétabli entièrement.',
    copyAgainIfNeeded: 'Copiez-le à nouveau si vous en avez encore besoin.',
    noClipboard: 'Aucun presse-papiers n’est disponible : le texte n’a pas été copié.',
    installClipboard:
      'Il est dans l’historique. Sous Linux, installez wl-clipboard (Wayland) ou xclip (X11).',
    textCopied: 'Copié',
    noTranscriptYet: 'Il n’y a pas encore de transcription.',
    interruptedTranscribed: 'Ce que vous avez dit avant la fermeture de Quoth est dans l’historique.',
    interruptedNotTranscribed: 'Ce que vous avez dit avant la fermeture de Quoth n’a pas été transcrit.',
    transcribeFromHistory: 'Retrouvez l’enregistrement dans l’historique et retranscrivez-le.',
    selectAndTryAgain: 'Sélectionnez le texte et réessayez.',
    // Microphones
    noMicrophoneFound: 'Aucun micro n’a été trouvé.',
    plugMicrophoneIn: 'Branchez-en un, ou autorisez l’accès au micro dans les paramètres du système.',
    microphoneMissing: 'Le micro « {name} » n’est pas branché.',
    plugItInAgain: 'Rebranchez-le ; aucun autre micro n’a été trouvé.',
    plugItInOrChoose: 'Rebranchez-le, ou choisissez-en un autre. Disponibles : {names}.',
    soundSystemSilent: 'Le système audio de cet ordinateur ne répond pas.',
    tryAgainOrLogOut: 'Réessayez dans un instant. Si cela ne suffit pas, fermez la session et rouvrez-la.',
    microphonesUnreachable: 'Les micros de cet ordinateur sont inaccessibles.',
    soundServerNeeded: 'Il faut un serveur de son, PulseAudio ou PipeWire :',
    microphonePartMissing: 'Réinstallez Quoth : il manque le composant qui lit les micros.',
    microphone: 'Microphone',
    microphoneGaveNothing: '{name} a été ouvert, mais n’a rien transmis.',
    microphoneGivesSilence: '{name} ne transmet que du silence : il est peut-être coupé.',
    microphoneWorks: '{name} fonctionne ; son le plus fort à l’instant : {level} dB.',
    chooseOtherMicrophone: 'Choisissez-en un autre dans Paramètres > Général.',
    // Keys
    shortcutReplaced: 'Une autre application utilise {taken} : le raccourci est désormais {free}.',
    shortcutsTaken: 'Une autre application utilise {taken} : Quoth ne le reçoit pas.',
    both: '{first} et {second}',
    chooseOtherKeys: 'Choisissez d’autres touches dans Paramètres > Raccourcis.',
    bindKeys:
      'Dans l’environnement de bureau, associez un raccourci à la commande « quoth dictate toggle » ; « quoth dictate bind » s’en charge là où c’est possible.',
    modeChosen: 'Mode : {mode}',
    nextModeChosen: 'Mode du prochain enregistrement : {mode}',
    sameShortcutTwice: 'Une autre action a le même raccourci.',
    keyProcessStopped: 'Le processus des raccourcis est arrêté. Quoth essaie de le relancer.',
    desktopLetsNoKeys: 'Cet environnement de bureau ne laisse aucune application définir de raccourcis.',
    shortcutTaken: 'Ce raccourci est utilisé par une autre application.',
    noSuchKey: 'Ce clavier n’a pas cette touche.',
    keyForDebuggers: 'Windows réserve F12 aux débogueurs.',
    windowsRefusedShortcut: 'Windows a refusé ce raccourci.',
    macRefusedShortcut: 'macOS a refusé ce raccourci.',
    macHidesModifiers:
      'macOS ne laisse pas encore Quoth voir les touches de modification seules : autorisez-le dans Réglages Système > Confidentialité et sécurité > Accessibilité.',
    xServerUnreachable: 'Le serveur X est injoignable.',
    escapeAlwaysTaken:
      'Dans cet environnement de bureau, Quoth devrait retirer Échap à toutes les applications en permanence. Annulez avec l’indicateur, ou choisissez un raccourci avec Ctrl, Alt, Maj ou Super.',
    desktopAskedForShortcut: 'L’environnement de bureau vous demande ce raccourci. Cherchez son dialogue.',
    desktopDeclinedShortcut:
      'L’environnement de bureau l’a refusé. Choisissez un autre raccourci, ou redémarrez Quoth pour que la question soit posée à nouveau.',
    desktopGaveNoKeys:
      'L’environnement de bureau ne lui a donné aucune touche. Choisissez-les dans ses paramètres.',
    modifierNotHeldHere:
      'Dans cet environnement de bureau, Ctrl, Alt, Maj ou Super ne peut pas être maintenue seule. Choisissez d’autres touches dans ses paramètres.',
    shortcutServiceFailed: 'Le service de raccourcis de votre bureau ne fonctionne pas : {why}',
    writeKeysInHyprland: 'Attribuez-leur des touches dans hyprland.conf, par exemple : {line}',
    desktopDecidesKeys:
      'C’est l’environnement de bureau qui décide de ces touches. Votre choix ici est une proposition ; changez-les dans ses paramètres.',
    // Audio
    audioDamaged: 'L’audio est endommagé.',
    audioDamagedAfter: 'L’audio est endommagé : seules les {seconds} premières secondes sont lisibles.',
    audioWithoutSamples: 'L’audio ne contient aucun échantillon.',
    audioTooLongSeconds: 'L’audio dure plus de {seconds} secondes.',
    audioTooLongHours: 'L’audio dure plus de {hours} heures.',
    splitAudio: 'Découpez-le et envoyez les parties une à une.',
    checkAudioPlays: 'Vérifiez que le fichier se lit, ou exportez-le à nouveau en wav ou mp3.',
    checkAudioPlaysToEnd:
      'Vérifiez que le fichier se lit jusqu’au bout, ou exportez-le à nouveau en wav ou mp3.',
    decoderStalled: 'Le décodeur s’est arrêté au milieu de l’audio.',
    decodingTooSlow: 'Le décodage de l’audio prend trop de temps.',
    decodingTooLarge: 'L’audio est endommagé : son décodage demande plus de mémoire qu’aucun enregistrement.',
    decoderNotStarted: 'Le décodeur ne peut pas être lancé.',
    decoderEnded: 'Le décodeur a été arrêté avant la fin.',
    ffmpegNotStarted: 'FFmpeg ne peut pas être lancé.',
    diskFullWhileDecoding:
      'Le disque est plein : l’audio n’a pas pu être décodé. L’enregistrement est conservé.',
    freeSpaceThenTranscribeAgain:
      'Libérez de l’espace dans le dossier de données, puis retranscrivez l’enregistrement.',
    videoWithoutSound: 'Le fichier n’a pas de son, seulement de la vidéo.',
    exportWithSound: 'Exportez-le à nouveau avec le son.',
    fileWithoutAudioTrack: 'Le fichier ne contient aucune piste audio.',
    oggNeedsFfmpeg: 'Sans FFmpeg, seuls Vorbis, FLAC et Opus sont lisibles dans Ogg.',
    codecNeedsFfmpeg: 'Sans FFmpeg, {codec} n’est pas lisible dans ce conteneur.',
    thisCodec: 'ce codec',
    noDecoderForFormat: 'Cet ordinateur n’a pas de décodeur pour {format}.',
    installFfmpegOrSend: 'Installez FFmpeg ({command}), ou envoyez {formats}.',
    installFfmpegOnDebianOrSend: 'Installez FFmpeg (Debian : {command}), ou envoyez {formats}.',
    formatsWithoutFfmpeg: 'wav, mp3, flac, ogg, opus, webm ou aiff',
    mp3FlacOrWav: 'mp3, flac ou wav',
    opusMp3FlacOrWav: 'Opus, mp3, flac ou wav',
    sampleRateImpossible:
      'Le fichier annonce {rate} échantillons par seconde, ce qui n’est pas un son valide.',
    soundHeaderInvalid: 'L’en-tête du fichier audio n’est pas valide.',
    soundHeaderCutOff: 'L’en-tête du fichier {format} est tronqué.',
    soundFormatNotDeclared: 'Le fichier {format} n’indique pas son format avant ses échantillons.',
    soundFileWithoutSamples: 'Le fichier {format} ne contient aucun échantillon.',
    soundEncodingUnsupported: 'Cet encodage {format} n’est pas pris en charge.',
    sampleBitsUnsupported: 'Les échantillons de {bits} bits dans cet encodage ne sont pas pris en charge.',
    convertTo16Bits: 'Convertissez le fichier en WAV 16 bits.',
    convertToPlain16Bits: 'Convertissez le fichier en WAV 16 bits simple.',
    uploadsInProgress: '{count} envois sont déjà en cours.',
    waitForAnUpload: 'Attendez que l’un d’eux se termine, puis réessayez.',
    audioTooLarge: 'L’audio dépasse {mebibytes} Mio.',
    splitOrCompressAudio: 'Découpez-le, ou compressez-le.',
    audioEmpty: 'L’audio est vide.',
    fileIsNoAudio: 'Ce n’est pas de l’audio, malgré le nom du fichier ou le type de contenu.',
    supportedAudioFormats: 'Formats acceptés : {formats} ; avec FFmpeg, aussi {more}.',
    diskFullWhileReceiving: 'Le disque est plein : l’audio n’a pas pu être conservé.',
    freeSpaceThenSend: 'Libérez de l’espace dans le dossier de données et envoyez-le à nouveau.',
    pathLoops: 'Le chemin contient des liens symboliques qui tournent en boucle.',
    pathWithNul: 'Un chemin ne peut pas contenir de caractère NUL.',
    audioPathTooLong: 'Un chemin compte au plus {limit} caractères.',
    audioPathNotAbsolute: '« file » doit être un chemin absolu.',
    giveAbsolutePath: 'Donnez le chemin complet, par exemple {example}.',
    fileNameTooLong: 'Le nom du fichier est trop long.',
    notRegularFile: 'Ce n’est pas un fichier ordinaire.',
    nameRegularFile: 'Indiquez un fichier, et non un dossier, un tube ou un périphérique.',
    // Recordings
    recordingCutOff:
      'Quoth s’est arrêté pendant cet enregistrement ; il peut manquer jusqu’à une seconde à la fin.',
    recordingInProgress: 'Cet enregistrement est en cours de traitement.',
    namedRecordingInProgress: 'L’enregistrement {id} est en cours de traitement.',
    waitThenDelete: 'Attendez la fin, ou annulez, puis supprimez-le.',
    waitThenEdit: 'Attendez la fin, ou annulez, puis modifiez-le.',
    waitForFinalStatus: 'Attendez la fin de l’opération, ou annulez-la ; puis réessayez.',
    transcribedAgain: 'L’enregistrement a été transcrit à nouveau avant la fin.',
    readRecordingAgain: 'Rouvrez l’enregistrement.',
    tooManySearches: 'Trop de recherches sont en attente.',
    searchTooSlow: 'La recherche a pris trop de temps.',
    narrowSearch: 'Ajoutez un filtre de date.',
    quothClosed: 'Quoth a été fermé.',
    recordingWithoutAudio: 'L’audio de cet enregistrement n’existe plus.',
    transcriptIsKept: 'Sa transcription reste lisible.',
    cancelledAudioIsKept: 'L’enregistrement a été annulé. Le son est conservé.',
    recordingNotRewritten: 'Cet enregistrement n’a pas été réécrit.',
    textIsEngines: 'Son texte est celui du moteur, avec la mise en forme du mode.',
    // Transcription
    queueFull: 'La file d’attente des transcriptions est pleine : {count} en attente.',
    stoppedBeforeTranscribed: 'Quoth a été arrêté avant la fin de cette transcription.',
    stoppedAndResumes:
      'Quoth a été arrêté avant la fin de cette transcription. Elle reprendra au prochain démarrage, comme enregistrement {id}.',
    startAgainAndSend: 'Redémarrez Quoth et envoyez l’audio à nouveau.',
    startAgainAndRead: 'Redémarrez Quoth ; le texte sera dans l’historique.',
    audioEndsEarly:
      'Il manque les {seconds} dernières secondes : le fichier est plus court que ne l’indique son en-tête. Envoyez le fichier entier si vous l’avez.',
    otherTrackTranscribed:
      'La piste sonore principale du fichier ne contient pas de parole, la piste {track} a donc été transcrite.',
    audioMissingAtRestart: 'L’audio était introuvable au redémarrage de Quoth.',
    stoppedAfterCrashes:
      'Arrêté après {count} essais, tous interrompus par un plantage. L’audio est conservé.',
    keyUsedOtherwise: 'Cette Idempotency-Key a servi à une requête avec un autre audio ou d’autres options.',
    useNewKeyForRequest:
      'Utilisez une nouvelle clé, par exemple un uuid aléatoire, pour chaque nouvelle requête, et la même clé seulement pour réessayer la même requête.',
    recordingOfKeyDeleted: 'L’enregistrement créé avec cette Idempotency-Key a été supprimé.',
    useNewKeyToTranscribe: 'Utilisez une nouvelle clé pour transcrire à nouveau l’audio.',
    textLeftOut: 'Le texte de {times} est omis : ce que le modèle y a écrit ne peut pas avoir été dit.',
    textRepeats: 'Le texte de {times} se répète ou dépasse ce qu’on peut dire en ce temps.',
    speechWithoutText: 'Ce qui est dit à {times} n’a pas de texte, ou bien trop peu.',
    textWithoutSpeech: 'Le texte de {times} se trouve là où personne ne semble parler.',
    speechInOtherLanguage: 'Langue détectée : {language} ; langue attendue : {expected}.',
    chooseThisLanguage: 'Choisissez cette langue, ou auto.',
    translatedRoughly: '{model} traduit {language} sommairement, et peut écrire ce qui n’a pas été dit.',
    wordsUnsure:
      '{model} hésite sur la plupart des mots : la parole est peu claire, ou n’est pas dans la langue attendue ({expected}).',
    foreignSpeechNoted:
      '{model} a relevé une langue qu’il ne connaît pas : la langue parlée n’est peut-être pas celle attendue ({expected}).',
    textReadsForeign:
      'Le texte ressemble à une autre langue : la langue parlée n’est peut-être pas celle attendue ({expected}).',
    oneOfLanguages: 'l’une des {count} langues du modèle',
    installedModelKnows: '{model} est installé et prend en charge cette langue : choisissez le modèle {id}.',
    installedModelKnowsMore: '{model} est installé et comprend mieux : choisissez le modèle {id}.',
    modelKnows: '{model} prend en charge cette langue : téléchargez-le dans Modèles.',
    modelKnowsMore: '{model} comprend mieux : téléchargez-le dans Modèles.',
    noModelKnows: 'Aucun modèle du catalogue ne prend en charge cette langue.',
    supportedLanguages: 'Il prend en charge {languages}.',
    supportedLanguagesAndMore: 'Il prend en charge {languages} et {more} autres.',
    specifyLanguage: 'Précisez-la, ici ou dans le mode : {languages}.',
    specifyLanguageOfMore: 'Précisez-la, ici ou dans le mode : {languages} et {more} autres.',
    chooseOtherModel: 'Choisissez un autre modèle.',
    omitOrChooseModel: 'Laissez le modèle de côté, ou choisissez-en un autre.',
    chooseTranslatingModel: 'Choisissez un modèle qui traduit.',
    omitOrChooseTranslatingModel: 'Omettez le modèle ou choisissez-en un qui traduit.',
    listsModels: 'Voir Modèles.',
    listsModelsWithKey: 'Voir Modèles.',
    showsEveryModel: 'Voir Modèles.',
    showsTranslatingModels: 'Voir Modèles.',
    listsLanguages: 'Voir Modèles.',
    listsProviders: 'Voir Paramètres > Clés d’API.',
    engineNotFound: 'Aucun moteur ne porte ce nom.',
    knownEngines: 'Moteurs connus : {names}.',
    engineNotIncluded: 'Le moteur {engine} ne fait pas partie de cette version de Quoth.',
    availableEngines: 'Moteurs disponibles : {names}.',
    modelOfOtherEngine: 'Le modèle {model} appartient au moteur {engine}, pas à {asked}.',
    modelNotOfEngine: 'Le modèle {model} n’appartient pas au moteur {engine}.',
    omitEngine: 'Omettez le moteur ou donnez l’un de ses modèles.',
    modelTranslatesNothing: 'Le modèle {model} ne traduit pas.',
    modelDetectsNoLanguage: 'Le modèle {model} ne sait pas détecter la langue parlée.',
    modelLacksLanguage: 'Le modèle {model} ne prend pas en charge la langue « {language} ».',
    installedModels: 'Modèles installés : {names}. « auto » utilise le meilleur.',
    none: 'aucun',
    cloudModelsAreWritten: 'Les modèles cloud s’écrivent fournisseur/modèle.',
    noModelTranslates: 'Aucun modèle de reconnaissance installé ne traduit.',
    noInstalledModelSupports: 'Aucun modèle installé ne prend en charge {language} ; {model} le fait.',
    noModelOfEngineSupports: 'Aucun modèle de {engine} ne prend en charge {language} ; {model} le fait.',
    modelInstalledChooseIt: 'Il est installé : choisissez le modèle {id}, ou aucun moteur.',
    noModelSupportsLanguage: 'Aucun modèle de reconnaissance ne prend en charge {language}.',
    noModelOfEngineSupportsLanguage: 'Aucun modèle de {engine} ne prend en charge {language}.',
    noModelTranslatesLanguage: 'Aucun modèle de reconnaissance ne prend en charge {language} et ne traduit.',
    noModelOfEngineTranslatesLanguage:
      'Aucun modèle de {engine} ne prend en charge {language} et ne traduit.',
    languageWithTag: '{language} (« {tag} »)',
    unnamedLanguage: 'la langue « {tag} »',
    cloudModelTranslatesNothing: 'Le modèle {model} de {provider} ne traduit pas.',
    cloudModelLacksLanguage:
      'Le modèle {model} de {provider} ne prend pas en charge la langue « {language} ».',
    tierWithoutGateway:
      'Le mode utilise la précision « {tier} » de Quoth cloud, mais aucune passerelle n’est configurée.',
    addGateway:
      'Ajoutez-en une dans Paramètres > Clés d’API. Ou choisissez « Choix de la passerelle » comme précision du mode, et un fournisseur avec votre propre clé.',
    modeProviderTranscribesNothing: 'Le fournisseur « {provider} » du mode ne transcrit pas.',
    transcriptionProviders: 'Fournisseurs de transcription : {names}.',
    cloudModelNotFound: 'Aucun fournisseur cloud n’a de modèle de ce nom.',
    giveProviderAndModel: 'Indiquez le fournisseur et le modèle, par exemple « openai/whisper-1 ».',
    noTranscriptionKey: 'Aucun fournisseur cloud de transcription n’a de clé d’API.',
    setOneKey: 'Saisissez-en une dans Paramètres > Clés d’API.',
    setValidKey: 'Saisissez une clé valide dans Paramètres > Clés d’API.',
    autoUsesLocalModel: '« auto » utilise à la place le meilleur modèle de cet ordinateur.',
    noCloudModelChosen: 'Aucun modèle n’est choisi pour {provider}.',
    nameCloudModel:
      'Choisissez-en un, par exemple « {provider}/whisper-1 », ou définissez le modèle dans le mode.',
    modelNotForMedicine: 'Le modèle {model} de {provider} n’est pas conçu pour le domaine médical.',
    chooseOtherSubject: 'Choisissez un autre fournisseur pour le mode, ou « Général » comme domaine.',
    chooseModelForSubject:
      'Choisissez {models} comme modèle du fournisseur dans le mode, ou « Général » comme domaine.',
    providerTranscribesNothing: '{provider} ne propose pas de transcription.',
    providerRemoved: 'Le fournisseur a été supprimé.',
    chooseAnotherOne: 'Choisissez-en un autre.',
    localModelWorks: 'Un modèle sur cet ordinateur s’en passe.',
    tryAgain: 'Réessayez.',
    tryAgainOrTestProvider: 'Réessayez.',
    waitOrCheckPlan: 'Patientez un instant, ou vérifiez votre forfait chez {provider}.',
    noCreditForRecording: 'Le crédit chez {provider} ne suffit pas pour cet enregistrement.',
    askForCredit: 'Demandez du crédit à son administrateur ; Paramètres > Clés d’API indique ce qui reste.',
    splitOrOtherProvider: 'Découpez l’audio, ou utilisez un autre fournisseur.',
    checkModelOrTryOther: 'Vérifiez le modèle et la langue, ou essayez un autre modèle ou fournisseur.',
    streamHeardNothing: '{provider} n’a rien entendu dans ce qui a été envoyé.',
    keyTakenWhileStreaming:
      'La clé de {provider} a été supprimée ou remplacée pendant l’enregistrement : la suite n’a pas été envoyée.',
    connectionTooSlow: 'La connexion est trop lente pour envoyer l’enregistrement en direct.',
    // Engines
    engineFailedOnAudio: 'Le moteur de reconnaissance a échoué sur cet audio.',
    showsEngineParts: 'Voir « Vérifier cet ordinateur » dans Paramètres > À propos.',
    engineStoppedResponding: '{engine} ne répondait plus et a été arrêté.',
    engineTooSlow: '{engine} a mis trop de temps pour cet audio et a été arrêté.',
    tryWhenLessBusy: 'Réessayez quand l’ordinateur sera moins occupé, ou découpez l’audio.',
    engineTookMemory: '{engine} a pris plus de {megabytes} Mo de mémoire et a été arrêté.',
    raiseEngineMemory: 'Augmentez la mémoire maximale dans Paramètres > Avancé, ou découpez l’audio.',
    engineExited: '{engine} s’est arrêté de façon inattendue ({how}).',
    notStarted: 'impossible de le lancer',
    exitCode: 'code de sortie {code}',
    beforeItBegan: 'avant de commencer',
    engineRestarts: 'Réessayez : la prochaine transcription le relance. L’enregistrement est conservé.',
    closedBeforeFinished: 'Quoth a été fermé avant la fin de l’opération.',
    engineCannotLoad: 'Le moteur ne peut pas le charger.',
    engineCrashedLoading: 'Le moteur a planté pendant le chargement.',
    downloadFileAgain: 'Téléchargez à nouveau le fichier, ou choisissez un autre modèle.',
    listsInstalledModels: 'Voir Modèles.',
    showsModelSizes: 'Voir Modèles.',
    showsModelAbilities: 'Voir Modèles.',
    showsWhichTranslate: 'Voir Modèles.',
    thisModelTranslatesNothing: 'Ce modèle ne traduit pas.',
    chooseOneThatDoes: 'Choisissez-en un qui traduit.',
    thisModelTranslatesNotFrom: 'Ce modèle ne traduit pas depuis « {language} ».',
    thisModelLacksLanguage: 'Ce modèle ne prend pas en charge la langue « {language} ».',
    chooseModelOrLanguage: 'Choisissez un autre modèle ou une autre langue.',
    modelIsNotInstalled: 'Le modèle n’est pas installé.',
    deviceNotReady:
      '{model} ne peut pas fonctionner sur le matériel choisi ({device}) : il est absent ou n’est pas prêt.',
    chooseDevice: 'Choisissez le matériel automatique dans Paramètres > Avancé, ou rebranchez l’appareil.',
    modelArchitectureUnknown: '{model} a une architecture que cette version de Quoth ne prend pas en charge.',
    updateOrChooseModel: 'Mettez Quoth à jour, ou choisissez un autre modèle.',
    modelFileMissing: 'Le fichier du modèle {model} est introuvable.',
    modelFileDamaged: 'Le fichier du modèle {model} est endommagé ({how}).',
    engineRefusesFile: 'le moteur ne l’accepte pas',
    fileHasOtherLength: '{found} octets au lieu de {wanted}',
    downloadMissingModel: 'Téléchargez-le à nouveau dans Modèles.',
    replaceModel: 'Supprimez-le et téléchargez-le à nouveau dans Modèles.',
    modelNeedsMemory: '{model} a besoin d’environ {needed} de mémoire ({free} libres).',
    modelNeedsMoreMemory: '{model} a besoin d’environ {needed} de mémoire (il y en a moins de libre).',
    closeProgramsOrChooseSmaller: 'Fermez d’autres applications, ou choisissez un modèle plus petit.',
    checkSource: 'Vérifiez que c’était le bon micro ou le bon fichier.',
    thisModelDetectsNoLanguage: 'Ce modèle ne sait pas détecter la langue parlée.',
    specifyOneOf: 'Précisez-la : {languages}.',
    // Live audio
    tooManyLiveRecordings: '{count} enregistrements en direct sont déjà en cours.',
    waitUntilOneEnded: 'Attendez que l’un d’eux soit terminé, puis réessayez.',
    tooManyUnansweredRecordings: '{count} enregistrements en direct sont encore en cours de transcription.',
    waitUntilSomeDone: 'Attendez que certains soient terminés, puis réessayez.',
    asyncNotForLiveAudio:
      '« async » ne s’applique pas à l’audio en direct, transcrit pendant que quelqu’un parle.',
    omitAsync: 'Omettez « async ». Même si l’émetteur se déconnecte, l’enregistrement est transcrit.',
    liveRateUnsupported: 'L’audio à {rate} échantillons par seconde n’est pas pris en charge.',
    sendOtherRate: 'Envoyez de 8000 à 48000 échantillons par seconde ; 16000 est le mieux.',
  },
  sentences: {
    'Try again; if the problem persists, report it with the request id.':
      'Réessayez. Si le problème persiste, signalez-le avec l’identifiant de la requête.',
    'Try again; if the problem persists, report it with the request id {id}.':
      'Réessayez. Si le problème persiste, signalez-le avec l’identifiant de requête {id}.',
    'Free some space where the data folder lies, then try again.':
      'Libérez de l’espace sur le disque du dossier de données, puis réessayez.',
    'Wait until the work on it is done, then try again.':
      'Attendez la fin de l’opération en cours, puis réessayez.',
    'Ask the operator of the gateway for more credit, or choose a model on this machine.':
      'Demandez du crédit à l’administrateur de la passerelle, ou choisissez un modèle sur cet ordinateur.',
    'Check its permissions.': 'Vérifiez les droits d’accès du fichier.',
    'Try again, or try another model.': 'Réessayez, ou essayez un autre modèle.',
    'Unlock it and try again.': 'Déverrouillez-le et réessayez.',
    'Another program has locked the database of Quoth.':
      'Une autre application a verrouillé la base de données de Quoth.',
    'Close the program that has quoth.db open, such as a database browser or a backup, then try again.':
      'Fermez l’application qui a ouvert quoth.db, comme un explorateur de bases de données ou une sauvegarde, puis réessayez.',
    'The database of Quoth is damaged.': 'La base de données de Quoth est endommagée.',
    'See Modes.': 'Voir Modes.',
    'History lists them.': 'Ils sont dans l’historique.',
    'Wait a moment, then try again.': 'Attendez un instant, puis réessayez.',
    'Move the file into your home folder, or allow its folder under Settings, API Server.':
      'Déplacez le fichier dans votre dossier personnel, ou autorisez son dossier dans Paramètres > Serveur API.',
    'Allow it under Settings, Advanced.': 'Autorisez-le dans Paramètres > Avancé.',
    'Use “Check this machine” under Settings, About: it says how to install it.':
      '« Vérifier cet ordinateur », dans Paramètres > À propos, indique comment l’installer.',
    'Set the key under Settings, API keys.': 'Saisissez la clé dans Paramètres > Clés d’API.',
    'Set another one under Settings, API keys.': 'Saisissez-en une autre dans Paramètres > Clés d’API.',
    'Set a key, or add a server of your own, under Settings, API keys.':
      'Saisissez une clé ou ajoutez votre propre serveur dans Paramètres > Clés d’API.',
    'Start Ollama or LM Studio and add it under Settings, API keys.':
      'Lancez Ollama ou LM Studio et ajoutez-le dans Paramètres > Clés d’API.',
    'Start a keyring service. Or, if a file that only you can read is safe enough, choose Files under Settings, Advanced; then try again.':
      'Lancez un trousseau de clés. Ou, si un fichier que vous seul pouvez lire vous suffit, choisissez Fichiers dans Paramètres > Avancé ; puis réessayez.',
    'Quoth started itself again after an error of its own. Every recording is kept.':
      'Quoth a redémarré après une erreur interne. Tous les enregistrements sont conservés.',
    'The microphone library does not load.': 'La bibliothèque du micro ne se charge pas.',
    'The window has not been built yet.': 'La fenêtre n’a pas encore été compilée.',
    'No browser could be opened: none exists, or no screen to show it on.':
      'Impossible d’ouvrir un navigateur : il n’y en a pas, ou pas d’écran pour l’afficher.',
    'Speech was detected, but no words could be recognised.':
      'De la parole a été détectée, mais aucun mot n’a été reconnu.',
    'Speak closer to the microphone, or choose a model that supports the spoken language.':
      'Parlez plus près du micro, ou choisissez un modèle qui connaît la langue parlée.',
    'There is no API key for {provider}.': 'Aucune clé d’API pour {provider}.',
    '{provider} rejected its API key (status {status}).':
      '{provider} a refusé sa clé d’API (statut {status}).',
    '{provider} rejected its API key ({why}).': '{provider} a refusé sa clé d’API ({why}).',
    '{provider} rejected its API key.': '{provider} a refusé sa clé d’API.',
    '{provider} rejected the key.': '{provider} a refusé la clé.',
    '{provider} cannot be reached: {why}.': '{provider} est injoignable ({why}).',
    '{provider} cannot be reached.': '{provider} est injoignable.',
    '{provider} did not answer within {time}.': '{provider} n’a pas répondu dans le délai ({time}).',
    '{provider} has an outage (status {status}).': '{provider} est en panne (statut {status}).',
    '{provider} refused the request (status {status}).': '{provider} a refusé la requête (statut {status}).',
    '{provider} sent an answer that cannot be read.': '{provider} a envoyé une réponse illisible.',
    '{provider} does not accept uploads this large.': '{provider} n’accepte pas les envois de cette taille.',
    '{provider} does not allow this with the current API key (status 403).':
      '{provider} ne le permet pas avec la clé d’API actuelle (statut 403).',
    '{provider} accepted the audio but could not transcribe it.':
      '{provider} a accepté l’audio, mais n’a pas pu le transcrire.',
    'Check the network, then try again.': 'Vérifiez le réseau, puis réessayez.',
    'The text is unchanged.': 'Le texte est inchangé.',
    'No language model is set up.': 'Aucun modèle de langage n’est configuré.',
    'No language model on this machine is set up.':
      'Aucun modèle de langage n’est configuré sur cet ordinateur.',
    'Editing by voice needs a language model.': 'La modification à la voix a besoin d’un modèle de langage.',
    'The language model answered the text instead of rewriting it.':
      'Le modèle de langage a répondu au texte au lieu de le réécrire.',
    'The language model returned no text.': 'Le modèle de langage n’a renvoyé aucun texte.',
    'The language model left its reasoning in the text.':
      'Le modèle de langage a laissé son raisonnement dans le texte.',
    'The language model repeated its instructions instead of the text.':
      'Le modèle de langage a répété ses instructions à la place du texte.',
    'The language model mixed its instructions into the text.':
      'Le modèle de langage a mêlé ses instructions au texte.',
    'The language model refused to rewrite the text.': 'Le modèle de langage a refusé de réécrire le texte.',
    'The language model wrote far more than was said.':
      'Le modèle de langage a écrit bien plus que ce qui a été dit.',
    'The language model changed the language of the text.':
      'Le modèle de langage a changé la langue du texte.',
    'The language model left out much of what was said.':
      'Le modèle de langage a omis une bonne partie de ce qui a été dit.',
    'The selected text stays as it is.': 'Le texte sélectionné reste tel quel.',
    '{provider} accepts no more requests right now ({why}): too many at once, or no credit left.':
      '{provider} n’accepte plus de requêtes pour le moment ({why}) : trop à la fois, ou crédit épuisé.',
    '{provider} took too long: {why}.': '{provider} a pris trop de temps ({why}).',
    '{provider} does not know the model ({why}). Choose another one.':
      '{provider} ne connaît pas le modèle ({why}). Choisissez-en un autre.',
    '{provider} refused the request: {why}.': '{provider} a refusé la requête ({why}).',
    '{provider} returned no usable answer: {why}.':
      '{provider} n’a renvoyé aucune réponse utilisable ({why}).',
    '{provider} returned an incomplete answer: {why}.':
      '{provider} a renvoyé une réponse incomplète ({why}).',
    'The mode "{mode}" has rewriting turned off.': 'La réécriture est désactivée dans le mode « {mode} ».',
    'The text is empty.': 'Le texte est vide.',
    'The action "{name}" has paused {why}. Texts wait for it until it is resumed.':
      'L’action « {name} » s’est mise en pause ({why}). Les textes attendent sa reprise.',
    'Exited with status 0.': 'Terminé avec le statut 0.',
    'Port {port} {why}, so the local API stays off.':
      'Le port {port} est indisponible ({why}) : l’API locale reste désactivée.',
    'Port {wanted} {why}; the local API uses port {port} instead.':
      'Le port {wanted} est indisponible ({why}) : l’API locale utilise le port {port}.',
    'This machine has no secure store ({store}), so provider keys are stored in files that only you can read, as you chose.':
      'Cet ordinateur n’a pas de trousseau de clés ({store}) : comme vous l’avez choisi, les clés des fournisseurs sont dans des fichiers que vous seul pouvez lire.',
    Accessibility: 'Accessibilité',
    Clipboard: 'Presse-papiers',
    Indicator: 'Indicateur',
    Screen: 'Écran',
    'Session bus': 'Bus de session',
    Shortcuts: 'Raccourcis',
    'Writing at the cursor': 'Insertion au curseur',
    'Quoth has not been run on macOS yet.': 'Quoth n’a pas encore été exécuté sur macOS.',
    'macOS does not let Quoth press keys: texts are copied, and modifiers alone do not start a dictation.':
      'macOS ne permet pas à Quoth de simuler le clavier : les textes sont copiés, et une touche comme Ctrl ne suffit pas à démarrer une dictée.',
    'In System Settings > Privacy & Security > Accessibility, allow the program that starts Quoth, such as your terminal.':
      'Dans Réglages Système > Confidentialité et sécurité > Accessibilité, autorisez l’application qui lance Quoth, comme votre terminal.',
    'The indicator could not be shown: while a microphone is open, a notification or the tray icon says so.':
      'L’indicateur n’a pas pu être affiché : une notification ou l’icône de la zone de notification signale un micro ouvert.',
    'In a terminal of your desktop:': 'Dans un terminal de l’environnement de bureau :',
    'Reload the window.': 'Rechargez la fenêtre.',
    'In a terminal:': 'Dans un terminal :',
    'Quoth was started where there is no screen: no keys, no indicator, nothing is written or copied.':
      'Quoth a été lancé sans écran : pas de raccourcis, pas d’indicateur, rien n’est inséré ni copié.',
    'This desktop lets no program have keys (it has no portal for global shortcuts).':
      'Cet environnement de bureau ne donne de raccourcis à aucune application (il n’a pas de portail pour cela).',
    'There is no program that copies texts: they are only in the history.':
      'Aucun programme ne peut copier de texte : les textes sont seulement dans l’historique.',
    'The portal of this desktop lets no program press keys: texts are copied.':
      'Le portail de cet environnement de bureau ne laisse aucune application simuler le clavier : les textes sont copiés.',
    'Your desktop has not been asked whether Quoth may press keys: texts are copied.':
      'L’environnement de bureau ne vous a pas encore demandé si Quoth peut simuler le clavier : les textes sont copiés.',
    'Your desktop is asking whether Quoth may press keys. Look for its dialog.':
      'L’environnement de bureau vous demande si Quoth peut simuler le clavier. Cherchez son dialogue.',
    'Your desktop does not let Quoth press keys: texts are copied.':
      'L’environnement de bureau ne permet pas à Quoth de simuler le clavier : les textes sont copiés.',
    'Quoth was started without the session bus of a desktop: there is no tray icon.':
      'Quoth a été lancé sans le bus de session d’un environnement de bureau : pas d’icône dans la zone de notification.',
    '{path} cannot be written.': 'Impossible d’écrire dans {path}.',
    '{path} has only {size} MB left.': '{path} : plus que {size} Mo libres.',
    '{path}, {size} MB free.': '{path} : {size} Mo libres.',
    'Not installed: m4a and aac cannot be decoded, other formats take longer.':
      'Non installé : m4a et aac sont illisibles, les autres formats prennent plus de temps.',
    'fastest English': 'anglais, le plus rapide',
    'live English': 'anglais, en direct',
    'quick English': 'anglais, rapide',
    'best English': 'anglais, le plus précis',
    '25 European languages': '25 langues européennes',
    'the fewest errors among the fastest models; with word timestamps':
      'le moins d’erreurs parmi les modèles les plus rapides ; avec l’horodatage des mots',
    'the fewest errors among models that transcribe while you speak; with word timestamps':
      'le moins d’erreurs parmi les modèles qui transcrivent pendant que vous parlez ; avec l’horodatage des mots',
    'the fewest errors of all; large and slow, without timestamps for captions':
      'le moins d’erreurs de tous ; volumineux et lent, sans horodatage pour les sous-titres',
    'detects the language automatically; with word timestamps; smaller than Canary 1B v2':
      'détecte la langue automatiquement ; avec l’horodatage des mots ; plus petit que Canary 1B v2',
    '100 languages': '100 langues',
    'good in English, rough in most other languages; detects the language automatically; with timestamps and translation into English':
      'bon en anglais, approximatif dans la plupart des autres langues ; détecte la langue automatiquement ; avec horodatage et traduction en anglais',
    'English only; quick on any machine; without timestamps for captions':
      'anglais seulement ; rapide sur tout ordinateur ; sans horodatage pour les sous-titres',
    '99 languages': '99 langues',
    'detects the language automatically; half the size of Whisper Large v3, with nearly as few errors':
      'détecte la langue automatiquement ; deux fois plus petit que Whisper Large v3, avec presque aussi peu d’erreurs',
    'is in use by another program': 'utilisé par une autre application',
    'may not be used by this user': 'interdit à cet utilisateur',
    'because the receiver answered that its address is gone (410)':
      'le destinataire répond que l’adresse n’existe plus, 410',
    'after {count} failed attempts in a row': '{count} échecs de suite',
    'the connection was refused': 'connexion refusée',
    'its host name was not found; this machine may be offline':
      'nom introuvable, cet ordinateur est peut-être hors ligne',
    'there is no network': 'pas de réseau',
    'there is no route to it': 'pas de route jusqu’à lui',
    'the connection was lost': 'connexion perdue',
    'the connection took too long': 'la connexion a pris trop de temps',
    'it closed the connection while data was being sent': 'connexion fermée pendant l’envoi',
    'its certificate is not trusted by this machine': 'son certificat n’est pas reconnu par cet ordinateur',
    'there was no connection': 'pas de connexion',
    'no connection': 'pas de connexion',
    'no connection ({code})': 'pas de connexion ({code})',
    'no answer in {seconds} s': 'pas de réponse en {seconds} s',
    'it answered HTTP {status}': 'réponse HTTP {status}',
    'it answered with status {status}': 'réponse avec le statut {status}',
    'it redirects elsewhere, and redirects are not followed':
      'il redirige ailleurs, et les redirections ne sont pas suivies',
    'there was no answer within {seconds} s': 'pas de réponse en {seconds} s',
    'the answer was cut off before its end': 'la réponse s’arrête avant la fin',
    "the provider's own filter blocked the answer": 'le filtre du fournisseur a bloqué la réponse',
    'the answer is too large for a text': 'la réponse est trop volumineuse pour un texte',
    'the connection was lost before the answer was complete': 'connexion perdue avant la fin de la réponse',
    "the answer does not match the provider's documentation":
      'la réponse ne correspond pas à la documentation du fournisseur',
    "{provider} accepts no more requests right now: the account's limit has been reached or its credit has run out.":
      '{provider} n’accepte plus de requêtes pour le moment : la limite du compte est atteinte ou le crédit est épuisé.',
    "{provider} accepts no more requests right now: the account's limit has been reached or its credit has run out (it asks to wait {seconds} s).":
      '{provider} n’accepte plus de requêtes pour le moment : la limite du compte est atteinte ou le crédit est épuisé (attente demandée : {seconds} s).',
    '{provider} rejected the key (HTTP {status}).': '{provider} a refusé la clé (HTTP {status}).',
    'The provider of the mode "{mode}" does not exist. Choose another one in the mode.':
      'Le fournisseur du mode « {mode} » n’existe pas. Choisissez-en un autre dans le mode.',
    'There are {count} servers already, which is the limit.':
      'Il y a déjà {count} serveurs, c’est la limite.',
    'Remove one that is no longer used.': 'Supprimez-en un qui ne sert plus.',
    'There is already a provider called "{name}".': 'Un fournisseur nommé « {name} » existe déjà.',
    'Something is being recorded, transcribed or downloaded.':
      'Un enregistrement, une transcription ou un téléchargement est en cours.',
    'Wait until it is done, or cancel it.': 'Attendez la fin, ou annulez.',
    '“{path}” does not say in which folder the file is.':
      '« {path} » n’indique pas dans quel dossier se trouve le fichier.',
    'The clock has jumped ahead since Quoth last ran, so nothing is deleted by its age for now.':
      'L’horloge a avancé d’un coup depuis la dernière exécution de Quoth : rien n’est supprimé pour son âge pour l’instant.',
    'If the date is right, nothing needs to be done: deletion resumes when Quoth has run for a day.':
      'Si la date est correcte, il n’y a rien à faire : la suppression reprend quand Quoth a fonctionné un jour.',
    '{path} is a link to another folder, and Quoth deletes what is in this one.':
      '{path} est un lien vers un autre dossier, et Quoth supprime ce qui se trouve dans celui-ci.',
    'Remove the link, then start Quoth again. Nothing was deleted.':
      'Supprimez le lien, puis relancez Quoth. Rien n’a été supprimé.',
    'Move it aside, then start Quoth again.': 'Déplacez-le, puis relancez Quoth.',
    'The database was missing or empty, so the history is new. The audio of earlier recordings is still in {path}.':
      'La base de données manquait ou était vide ; l’historique est donc nouveau. Le son des enregistrements précédents est toujours dans {path}.',
    'Restore a backup, or a copy of the database, to have their texts again.':
      'Restaurez une sauvegarde ou une copie de la base de données pour retrouver leurs textes.',
    'The disk of the data folder is read-only, so nothing can be saved.':
      'Le disque du dossier de données est en lecture seule ; rien ne peut être enregistré.',
    'The data folder may not be written to, so nothing can be saved.':
      'L’écriture dans le dossier de données n’est pas permise ; rien ne peut être enregistré.',
    'The disk of the data folder reports an error, so nothing can be saved.':
      'Le disque du dossier de données signale une erreur ; rien ne peut être enregistré.',
    'What could not be saved was not changed. Put that right, then try again.':
      'Ce qui n’a pas pu être enregistré n’a pas été modifié. Corrigez cela, puis réessayez.',
    'This name cannot be the name of a file.': 'Ce nom ne peut pas être un nom de fichier.',
    'A name has letters, digits, spaces, ".", "_" and "-", and begins with a letter or digit.':
      'Un nom se compose de lettres, de chiffres, d’espaces, de « . », « _ » et « - », et commence par une lettre ou un chiffre.',
    'A name is one line of visible characters.': 'Un nom tient sur une ligne, en caractères visibles.',
    'A mode needs a name.': 'Un mode doit avoir un nom.',
    'A name has at most {count} characters.': 'Un nom compte au plus {count} caractères.',
    'A name must not contain invisible characters, or ones that change the direction of text.':
      'Un nom ne peut contenir ni caractères invisibles ni caractères qui changent le sens du texte.',
    'Write the word or phrase.': 'Saisissez le mot ou l’expression.',
    'A word or phrase has at most {count} characters.':
      'Un mot ou une expression compte au plus {count} caractères.',
    'A word or phrase must not contain invisible characters, or ones that change the direction of text.':
      'Un mot ou une expression ne peut contenir ni caractères invisibles ni caractères qui changent le sens du texte.',
    'Put the two sides of an arrow into separate fields.':
      'Saisissez les deux côtés de la flèche dans des champs distincts.',
    'The file is too large for a vocabulary.': 'Le fichier est trop volumineux pour un vocabulaire.',
    'The key is empty.': 'La clé est vide.',
    'The key is too long.': 'La clé est trop longue.',
    'A key must be ASCII without spaces.': 'Une clé ne contient ni espaces ni lettres accentuées.',
    'This is no web address.': 'Ce n’est pas une adresse web.',
    'Leave user name and password out; a key goes beside it.':
      'Sans nom d’utilisateur ni mot de passe ; la clé a son propre champ.',
    'Leave out what follows "?" or "#".': 'Retirez ce qui suit « ? » ou « # ».',
    'Give an https address; http is for this machine only.':
      'Saisissez une adresse https ; http n’est accepté que sur cet ordinateur.',
    'Give an https address (or http on this machine) without a user name, query or fragment.':
      'Saisissez une adresse https (ou http sur cet ordinateur), sans nom d’utilisateur, « ? » ni « # ».',
    'Name a program.': 'Indiquez un programme.',
    'Give the full path.': 'Saisissez le chemin complet.',
    'The path cannot contain "..".': 'Le chemin ne peut pas contenir « .. ».',
    'There is no {placeholder} here. Use {list}.': '{placeholder} n’existe pas ici. Utilisez {list}.',
    'Give an address such as https://example.com/quoth.':
      'Saisissez une adresse comme https://example.com/quoth.',
    'The address cannot contain a user name or password.':
      'L’adresse ne peut contenir ni nom d’utilisateur ni mot de passe.',
    'Use https: without it, what you say would be readable on the network. http is allowed for addresses of this machine only.':
      'Utilisez https : sinon, ce que vous dites serait lisible sur le réseau. http n’est autorisé que pour les adresses de cet ordinateur.',
    'No backup was checked.': 'Aucune sauvegarde n’a été vérifiée.',
    'Choose one first.': 'Choisissez-en d’abord une.',
    'The process for backups has ended before it was done.':
      'Le processus de sauvegarde s’est arrêté avant la fin.',
    'The secure store for keys is locked or did not respond.':
      'Le trousseau de clés est verrouillé ou ne répond pas.',
    'This machine has no secure store for keys.': 'Cet ordinateur n’a pas de trousseau de clés.',
    '{count} copy in {folder}, {size}.': '{count} copie dans {folder}, {size}.',
    '{count} copies in {folder}, {size}.': '{count} copies dans {folder}, {size}.',
    'The latest is deleted on {date}.': 'La plus récente sera supprimée le {date}.',
    'Stop Quoth and restore quoth.db in the data folder from a backup, or move it aside to start with an empty history.':
      'Quittez Quoth et restaurez quoth.db dans le dossier de données depuis une sauvegarde, ou mettez ce fichier de côté pour repartir d’un historique vide.',
    'The audio next to it is untouched.': 'L’audio à côté est intact.',
    'Send again what was refused at that moment. The log has the details: {path}.':
      'Renvoyez ce qui a été refusé à ce moment-là. Les détails sont dans le journal : {path}.',
    'A sound server is needed, PulseAudio or PipeWire: {command}':
      'Il faut un serveur de son, PulseAudio ou PipeWire : {command}',
    'The file is larger than {size} GiB.': 'Le fichier dépasse {size} Gio.',
    'No speech model is that large: choose another file.':
      'Aucun modèle de reconnaissance n’est aussi volumineux : choisissez un autre fichier.',
    'This is a symbolic link, which is not followed.': 'C’est un lien symbolique, qui n’est pas suivi.',
    'Give the path of the file itself.': 'Indiquez le chemin du fichier lui-même.',
    'This is a folder.': 'C’est un dossier.',
    'Give the path of a file.': 'Indiquez le chemin d’un fichier.',
    'Its signing secret is missing.': 'Le secret de signature manque.',
    'Make a new one for this action.': 'Créez-en un nouveau pour cette action.',
    'This name does not lead to this machine, and http goes nowhere else.':
      'Ce nom ne mène pas à cet ordinateur, et http n’est permis que vers lui.',
    'Use https.': 'Utilisez https.',
    'There is no program "{program}".': 'Le programme « {program} » n’existe pas.',
    'Give its full path, or check that it is on the PATH.':
      'Indiquez son chemin complet, ou vérifiez qu’il est dans le PATH.',
    '"{program}" may not be executed.': '« {program} » ne peut pas être exécuté.',
    'Make it executable, such as with: chmod u+x': 'Rendez-le exécutable, par exemple avec : chmod u+x',
    '"{program}" is not a program.': '« {program} » n’est pas un programme.',
    'A script begins with a line such as #!/bin/sh': 'Un script commence par une ligne comme #!/bin/sh',
    '"{program}" cannot be started without a shell.': '« {program} » ne peut pas être lancé sans shell.',
    'Name the program that runs it, such as cmd.exe with /c, as the command.':
      'Indiquez comme commande le programme qui l’exécute, par exemple cmd.exe avec /c.',
    'What an edit by voice replaced is kept in memory for ten minutes.':
      'Ce qu’une modification à la voix a remplacé reste dix minutes en mémoire.',
    'The program that has the text may undo it.':
      'L’application qui contient le texte peut peut-être l’annuler.',
    'Data folder': 'Dossier de données',
    'Audio decoder FFmpeg': 'Décodeur audio FFmpeg',
    'Neural speech models (transcribe.cpp)': 'Modèles de reconnaissance neuronaux (transcribe.cpp)',
    'Copies of the database': 'Copies de la base de données',
    Notice: 'Remarque',
    'API Server': 'Serveur API',
    '{path}, model {model}.': '{path}, modèle {model}.',
    'Not found: {list}.': 'Introuvable : {list}.',
    'The package {package} is not installed.': 'Le paquet {package} n’est pas installé.',
    'There is no prebuilt library for {system}; cloud providers work without it.':
      'Il n’y a pas de bibliothèque prête pour {system} ; les fournisseurs cloud s’en passent.',
    'Ready, {count} model installed.': 'Prêt, {count} modèle installé.',
    'Ready, {count} models installed.': 'Prêt, {count} modèles installés.',
    'Ready, but no model is installed.': 'Prêt, mais aucun modèle n’est installé.',
    'Remove the package instead.': 'Supprimez plutôt le paquet.',
    'The credit with {provider} has run out.': 'Le crédit chez {provider} est épuisé.',
    'The credit with {provider} will last for about {minutes} more minute of speech.':
      'Le crédit chez {provider} suffit encore pour environ {minutes} minute de parole.',
    'The credit with {provider} will last for about {minutes} more minutes of speech.':
      'Le crédit chez {provider} suffit encore pour environ {minutes} minutes de parole.',
    'Ask its operator for more credit, or choose a model on this machine.':
      'Demandez du crédit à son responsable, ou choisissez un modèle sur cet ordinateur.',
    'Check the address and the token.': 'Vérifiez l’adresse et le jeton.',
    'It responds, but limits the request rate.': 'Il répond, mais limite le nombre de requêtes.',
    '{provider} has been removed, so no more audio was sent.':
      '{provider} a été supprimé : plus aucun son n’a été envoyé.',
    'Choose another provider.': 'Choisissez un autre fournisseur.',
    'Create a key at {address}.': 'Créez une clé sur {address}.',
    'The key for {provider} cannot be read.': 'La clé de {provider} est illisible.',
    'Unlock the store and try again.': 'Déverrouillez le trousseau de clés, puis réessayez.',
    'Checked {when}.': 'Vérifié {when}.',
    'just now': 'à l’instant',
    '{seconds} s ago': 'il y a {seconds} s',
    '{minutes} min ago': 'il y a {minutes} min',
    'Tried {method} {address} {when}; no audio was sent.':
      'Essai : {method} {address}, {when} ; aucun son n’a été envoyé.',
    'Tried {method} {address}; no audio was sent.': 'Essai : {method} {address} ; aucun son n’a été envoyé.',
    'Tried {method} {address} {when}; no text was sent.':
      'Essai : {method} {address}, {when} ; aucun texte n’a été envoyé.',
    'Tried {method} {address}; no text was sent.': 'Essai : {method} {address} ; aucun texte n’a été envoyé.',
    'The audio was being sent to {address}; the last check, {when}, succeeded.':
      'L’audio était en cours d’envoi à {address} ; la dernière vérification ({when}) avait réussi.',
    'Start a keyring service and set each key again to move it there.':
      'Lancez un trousseau de clés et saisissez à nouveau chaque clé pour l’y déplacer.',
    'The key is stored in {store}, which is locked or did not respond.':
      'La clé est conservée dans {store}, qui est verrouillé ou ne répond pas.',
    'The signing secret is stored in {store}, which is locked or did not respond.':
      'Le secret de signature est conservé dans {store}, qui est verrouillé ou ne répond pas.',
    'This machine has no secure store ({store}), so the {what}.':
      'Cet ordinateur n’a pas de trousseau de clés ({store}) : {what}.',
    'The {what}: {store} is locked or did not respond.': '{store} est verrouillé ou ne répond pas : {what}.',
    'key was not saved': 'la clé n’a pas été enregistrée',
    'key could not be deleted': 'la clé n’a pas pu être supprimée',
    'signing secret was not saved': 'le secret de signature n’a pas été enregistré',
    'signing secret could not be deleted': 'le secret de signature n’a pas pu être supprimé',
    'The recording was canceled.': 'L’enregistrement a été annulé.',
    'Its audio is kept.': 'Le son est conservé.',
    'The server has no language model.': 'Le serveur n’a pas de modèle de langage.',
    'Install one there, for example with "ollama pull gemma3:4b".':
      'Installez-en un, par exemple avec « ollama pull gemma3:4b ».',
    'The mode "{mode}" rewrites on this machine only, but its provider is remote.':
      'Le mode « {mode} » ne réécrit que sur cet ordinateur, mais son fournisseur est distant.',
    'Nothing was sent.': 'Rien n’a été envoyé.',
    'The prompt is empty.': 'Le prompt est vide.',
    'Say what to do with the text, or give a preset.': 'Indiquez que faire du texte, ou choisissez un style.',
    'Give a text to rewrite.': 'Saisissez un texte à réécrire.',
    'Give a preset or a prompt, or turn rewriting on in the mode.':
      'Choisissez un style ou un prompt, ou activez la réécriture dans le mode.',
    'The text is too long for {model} of {provider}: at least {count} tokens, but its context for input and output is {limit}.':
      'Le texte est trop long pour {model} de {provider} : au moins {count} tokens, pour un contexte de {limit} en entrée et en sortie.',
    'Choose another model, or rewrite it in parts.':
      'Choisissez un autre modèle, ou réécrivez-le en plusieurs parties.',
    'Something went wrong while calling {provider}.':
      'Une erreur s’est produite lors de l’appel à {provider}.',
    'The new token could not be stored.': 'Le nouveau jeton n’a pas pu être enregistré.',
    'The disk is full, so the new token could not be stored.':
      'Le disque est plein : le nouveau jeton n’a pas pu être enregistré.',
    'The old one no longer works.': 'L’ancien ne fonctionne plus.',
    'The old one no longer works until Quoth ends.': 'L’ancien ne fonctionne plus jusqu’à l’arrêt de Quoth.',
    '{provider} does not offer speech-to-text.': '{provider} ne propose pas de transcription.',
    'The last {seconds} s of the audio are missing: the file ends before its header says.':
      'Il manque les {seconds} dernières secondes : le fichier est plus court que ne l’indique son en-tête.',
    'Send the whole file if you have it.': 'Envoyez le fichier entier si vous l’avez.',
    '{provider} responded with a redirect to another address.': '{provider} redirige vers une autre adresse.',
    'It was not followed, so neither the key nor the audio was sent there; check the base URL.':
      'La redirection n’a pas été suivie : ni la clé ni le son n’y ont été envoyés. Vérifiez l’adresse.',
    'The request to {provider} was canceled.': 'La requête à {provider} a été annulée.',
    'The request to {provider} could not be made.': 'La requête à {provider} n’a pas pu être faite.',
    'The audio could not be read from the disk.': 'L’audio n’a pas pu être lu sur le disque.',
    'The base URL of {provider} cannot be used.': 'L’adresse de {provider} est inutilisable.',
    'Use 127.0.0.1 for this machine.': 'Utilisez 127.0.0.1 pour cet ordinateur.',
    "{provider} accepts no more audio right now: the account's limit has been reached or its credit has run out.":
      '{provider} n’accepte plus d’audio pour le moment : la limite du compte est atteinte ou le crédit est épuisé.',
    '{provider} did not answer in time while audio was being streamed.':
      '{provider} n’a pas répondu à temps pendant l’envoi.',
    '{provider} refused the audio that was being streamed.': '{provider} a refusé l’audio envoyé.',
    'The stream to {provider} was canceled.': 'L’envoi à {provider} a été annulé.',
    '{provider} ended the stream before the text was complete.':
      '{provider} a mis fin à l’échange avant que le texte soit complet.',
    '{provider} is still working on this request.': '{provider} traite encore cette requête.',
    'No model is chosen for {provider}.': 'Aucun modèle n’est choisi pour {provider}.',
    '{provider} does not accept {format} files; it accepts {list}.':
      '{provider} n’accepte pas les fichiers {format}, mais {list}.',
    'The audio has {size} MB; {provider} accepts at most {limit} MB.':
      'L’audio fait {size} Mo ; {provider} accepte au plus {limit} Mo.',
    'The audio lasts {minutes} minutes; {provider} accepts at most {limit}.':
      'L’audio dure {minutes} minutes ; {provider} en accepte au plus {limit}.',
    '{provider} did not finish within {seconds} s.': '{provider} n’a pas terminé en {seconds} s.',
    "{provider}'s model {model} does not transcribe live.":
      'Le modèle {model} de {provider} ne transcrit pas en direct.',
    'Port {port} {why}; the Wyoming listener stays off.': 'Port {port} {why} ; Wyoming reste désactivé.',
    'It cannot be read.': 'Cette ligne est illisible.',
    '{file} is being changed by another program.':
      '{file} est en cours de modification par une autre application.',
    '{file} is left alone: {why}.': '{file} reste tel quel : {why}.',
    'it cannot be read or written ({code})': 'impossible de le lire ou de l’écrire ({code})',
    'it is not text in UTF-8': 'ce n’est pas du texte en UTF-8',
    '"{key}" or "{name}" stands in it twice': '« {key} » ou « {name} » y figure deux fois',
    'it is not JSON (line {line}: {code})': 'ce n’est pas du JSON (ligne {line} : {code})',
    'it is not JSON with comments (line {line}: {code})':
      'ce n’est pas du JSON avec commentaires (ligne {line} : {code})',
    'It is to be added by hand.': 'L’ajout se fait à la main.',
    'It is to be taken out by hand.': 'La suppression se fait à la main.',
    'Windows did not let Quoth at its list of programs that start at login.':
      'Windows a refusé à Quoth l’accès à sa liste des applications lancées à l’ouverture de session.',
  },
};
