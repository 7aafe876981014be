import type { ErrorWords } from './translate.ts';

/** Errors, warnings and remedies in French. */
export const words: ErrorWords = {
  codes: {
    UNAUTHORIZED: 'Le jeton est absent ou incorrect.',
    FORBIDDEN_ORIGIN: 'Cette requête ne vient pas d’une application de cet ordinateur.',
    FORBIDDEN_SCOPE: 'Il manque une autorisation au jeton.',
    NOT_FOUND: 'Cette adresse n’existe pas.',
    METHOD_NOT_ALLOWED: 'Cette adresse n’accepte pas cette méthode.',
    UNSUPPORTED_MEDIA_TYPE: 'Ce type de contenu n’est pas accepté ici.',
    PAYLOAD_TOO_LARGE: 'La requête est trop volumineuse.',
    TIMEOUT: 'La requête a pris trop de temps.',
    RATE_LIMITED: 'La file d’attente est pleine.',
    INTERNAL_ERROR: 'Une erreur s’est produite dans Quoth.',
    DISK_FULL: 'Le disque est plein.',
    INVALID_REQUEST: 'La requête n’est pas valide.',
    BUSY: 'Cet élément est en cours d’utilisation.',
    CONFLICT: 'Ce n’est pas possible dans l’état actuel.',
    ALREADY_EXISTS: 'Ce nom existe déjà.',
    LIMIT_REACHED: 'Quoth ne peut pas en garder davantage.',
    ALREADY_RUNNING: 'Quoth est déjà lancé.',
    MODEL_NOT_INSTALLED: 'Le modèle de reconnaissance n’est pas installé.',
    MODEL_NOT_FOUND: 'Ce modèle n’existe pas.',
    ENGINE_UNAVAILABLE: 'Le moteur est indisponible pour le moment.',
    MISSING_API_KEY: 'La clé d’API du fournisseur est absente ou a été refusée.',
    PAYMENT_REQUIRED: 'Le crédit de la passerelle est épuisé.',
    FILE_NOT_FOUND: 'Il n’y a pas de fichier à cet emplacement.',
    FILE_ACCESS_DENIED: 'La lecture du fichier n’est pas autorisée.',
    FILE_NOT_ALLOWED: 'L’API ne peut pas lire les fichiers de ce dossier.',
    AUDIO_DECODE_FAILED: 'Impossible de lire l’audio.',
    TRANSCRIPTION_FAILED: 'La transcription a échoué.',
    MICROPHONE_UNAVAILABLE: 'Aucun micro n’est utilisable.',
    MODE_NOT_FOUND: 'Ce mode n’existe pas.',
    MODE_NAME_TAKEN: 'Un autre mode porte ce nom.',
    RECORDING_NOT_FOUND: 'Cet enregistrement n’existe pas.',
    NO_SPEECH: 'Aucune parole n’a été détectée.',
    RECORDING_NOT_ALLOWED: 'Cette application n’est pas autorisée à utiliser le micro.',
    PURGE_NOT_ALLOWED: 'Les applications ne sont pas autorisées à vider la corbeille.',
    NOT_RECORDING: 'Aucun enregistrement n’est en cours.',
    NOT_PASTED: 'Le texte n’a pas été inséré au curseur.',
    CLIPBOARD_UNAVAILABLE: 'Le presse-papiers est inutilisable.',
    SELECTION_UNAVAILABLE: 'Impossible de lire le texte sélectionné.',
    DESKTOP_UNAVAILABLE: 'L’environnement de bureau ne permet pas cela à Quoth.',
    WINDOW_UNAVAILABLE: 'Impossible d’ouvrir la fenêtre.',
    KEY_STORE_UNAVAILABLE: 'Le trousseau de clés est inutilisable.',
    RECORDER_BUSY: 'L’enregistreur est en cours d’utilisation.',
    DECLINED: 'La demande a été refusée.',
    QUESTION_NOT_FOUND: 'Cette question n’existe pas.',
    CANCELLED: 'L’opération a été annulée.',
  },
  sentences: {
    'The transcription queue is full: {count} are waiting.':
      'La file d’attente des transcriptions est pleine : {count} en attente.',
    'Try again; if the problem persists, report it with the request id.':
      'Réessayez. Si le problème persiste, signalez-le avec l’identifiant de la requête.',
    'Try again; if the problem persists, report it with the request id {id}.':
      'Réessayez. Si le problème persiste, signalez-le avec l’identifiant de requête {id}.',
    'Free some space where the data folder lies, then try again.':
      'Libérez de l’espace sur le disque du dossier de données, puis réessayez.',
    'Wait until the work on it is done, then try again.':
      'Attendez la fin de l’opération en cours, puis réessayez.',
    'Choose another name; names are not case-sensitive.':
      'Choisissez un autre nom ; les majuscules ne comptent pas.',
    'Delete those that are no longer used.': 'Supprimez ce qui ne sert plus.',
    'Ask the operator of the gateway for more credit, or choose a model on this machine.':
      'Demandez du crédit à l’administrateur de la passerelle, ou choisissez un modèle sur cet ordinateur.',
    'There is no file at this path.': 'Il n’y a pas de fichier à cet emplacement.',
    'Check its permissions.': 'Vérifiez les droits d’accès du fichier.',
    'The audio cannot be decoded.': 'Impossible de lire l’audio.',
    'Try again, or try another model.': 'Réessayez, ou essayez un autre modèle.',
    'Plug one in, or allow access to it in the system settings.':
      'Branchez-en un, ou autorisez l’accès au micro dans les paramètres du système.',
    'Check that the right microphone or file was used.':
      'Vérifiez que c’était le bon micro ou le bon fichier.',
    'Paste it where you want it.': 'Collez-le où vous voulez.',
    'Select the text and try again.': 'Sélectionnez le texte et réessayez.',
    'Unlock it and try again.': 'Déverrouillez-le et réessayez.',
    'The work was cancelled.': 'L’opération a été annulée.',
    'Another program has locked the database of Quoth.':
      'Une autre application a verrouillé la base de données de Quoth.',
    'Close the program that has quoth.db open, such as a database browser or a backup, then try again.':
      'Fermez l’application qui a ouvert quoth.db, comme un explorateur de bases de données ou une sauvegarde, puis réessayez.',
    'The database of Quoth is damaged.': 'La base de données de Quoth est endommagée.',
    'See Models.': 'Voir Modèles.',
    'See Modes.': 'Voir Modes.',
    'See History.': 'Voir Historique.',
    'See Settings, API keys.': 'Voir Paramètres > Clés d’API.',
    'See Settings, General.': 'Voir Paramètres > Général.',
    'See “Check this machine” under Settings, About.':
      'Voir « Vérifier cet ordinateur » dans Paramètres > À propos.',
    'History lists them.': 'Ils sont dans l’historique.',
    'Wait a moment, then try again.': 'Attendez un instant, puis réessayez.',
    'Try again.': 'Réessayez.',
    'Try again in a moment.': 'Réessayez dans un instant.',
    'Move the file into your home folder, or allow its folder under Settings, Local API.':
      'Déplacez le fichier dans votre dossier personnel, ou autorisez son dossier dans Paramètres > API locale.',
    'Allow it under Programs.': 'Autorisez-le dans Paramètres > Applications.',
    'Allow programs with this token to ask under Programs.':
      'Dans Paramètres > Applications, autorisez celles qui ont ce jeton à poser des questions.',
    'Allow it under Settings, Advanced.': 'Autorisez-le dans Paramètres > Avancé.',
    'Allow it under Settings, General.': 'Autorisez-le dans Paramètres > Général.',
    'Stop or cancel it first.': 'Arrêtez-le ou annulez-le d’abord.',
    'Start one first.': 'Démarrez-en un d’abord.',
    'Stop it first.': 'Arrêtez-le d’abord.',
    'It is kept nowhere. For a minute, it is shown under Record.':
      'Il n’est conservé nulle part. Pendant une minute, il reste affiché sur la page Dicter.',
    'Set a shortcut of your desktop to the command “quoth dictate toggle”; “quoth dictate bind” does it where it can.':
      'Dans l’environnement de bureau, associez un raccourci à la commande « quoth dictate toggle » ; « quoth dictate bind » s’en charge là où c’est possible.',
    'Choose another one under Settings, General.': 'Choisissez-en un autre dans Paramètres > Général.',
    'Choose other keys under Settings, Shortcuts.':
      'Choisissez d’autres touches dans Paramètres > Raccourcis.',
    'Wait until it is done, or cancel it; then try again.':
      'Attendez la fin de l’opération, ou annulez-la ; puis réessayez.',
    'Start Quoth again, and send the audio once more.': 'Redémarrez Quoth et envoyez l’audio à nouveau.',
    'Start Quoth again; the text will be in History.': 'Redémarrez Quoth ; le texte sera dans l’historique.',
    'Switch it on first under Settings, Actions.': 'Activez-la d’abord dans Paramètres > Actions.',
    'Its attempts under Settings, Actions show what went wrong. Then switch it on again there.':
      'Ses essais, dans Paramètres > Actions, montrent ce qui s’est passé. Réactivez-la ensuite au même endroit.',
    'Download it under Models.': 'Téléchargez-le dans Modèles.',
    'Go on with it under Models, or cancel it there.':
      'Reprenez le téléchargement dans Modèles, ou annulez-le.',
    'Cancel its download under Models.': 'Annulez son téléchargement dans Modèles.',
    'Try again later under Models. Until then, installed models keep working. To install it manually, download {address} (sha256 {sha256}), then import the file under Models.':
      'Réessayez plus tard dans Modèles. D’ici là, les modèles installés continuent de fonctionner. Pour l’installer vous-même, téléchargez {address} (SHA-256 {sha256}), puis importez le fichier dans Modèles.',
    'Remove it and download it again under Models.': 'Supprimez-le et téléchargez-le à nouveau dans Modèles.',
    'Download it again under Models.': 'Téléchargez-le à nouveau dans Modèles.',
    'Import its file again under Models.': 'Importez son fichier à nouveau dans Modèles.',
    'To delete it, remove it under Models.': 'Pour le supprimer, allez dans Modèles.',
    'Free some space on the disk with the data folder (Settings, About names it), or remove a model under Models.':
      'Libérez de l’espace sur le disque du dossier de données (voir Paramètres > À propos), ou supprimez un modèle dans Modèles.',
    'Use “Check this machine” under Settings, About: it says how to install it.':
      '« Vérifier cet ordinateur », dans Paramètres > À propos, indique comment l’installer.',
    'Raise the memory limit under Settings, Advanced, or split the audio into parts.':
      'Augmentez la mémoire maximale dans Paramètres > Avancé, ou découpez l’audio.',
    'Choose the automatic device under Settings, Advanced, or plug the device in again.':
      'Choisissez le matériel automatique dans Paramètres > Avancé, ou rebranchez l’appareil.',
    'Set the key under Settings, API keys.': 'Saisissez la clé dans Paramètres > Clés d’API.',
    'Set one under Settings, API keys.': 'Saisissez-en une dans Paramètres > Clés d’API.',
    'Set a valid key under Settings, API keys.': 'Saisissez une clé valide dans Paramètres > Clés d’API.',
    'Set another one under Settings, API keys.': 'Saisissez-en une autre dans Paramètres > Clés d’API.',
    'Ask its operator for more credit; Settings, API keys shows what is left.':
      'Demandez du crédit à son administrateur ; Paramètres > Clés d’API indique ce qui reste.',
    'Set a key, or add a server of your own, under Settings, API keys.':
      'Saisissez une clé ou ajoutez votre propre serveur dans Paramètres > Clés d’API.',
    'Start Ollama or LM Studio and add it under Settings, API keys.':
      'Lancez Ollama ou LM Studio et ajoutez-le dans Paramètres > Clés d’API.',
    'Start a keyring service. Or, if a file that only you can read is safe enough, choose Files under Settings, Advanced; then try again.':
      'Lancez un trousseau de clés. Ou, si un fichier que vous seul pouvez lire vous suffit, choisissez Fichiers dans Paramètres > Avancé ; puis réessayez.',
    'Stop the other one first.': 'Arrêtez d’abord l’autre copie.',
    'Run “quoth start” to open a new one.': 'Exécutez « quoth start » pour en ouvrir une nouvelle.',
    'Choose another one, or none, under Settings, Advanced.':
      'Choisissez-en un autre, ou aucun, dans Paramètres > Avancé.',
    'End that program and switch Wyoming on again, or choose another port under Settings, Advanced.':
      'Fermez cette application et réactivez Wyoming, ou choisissez un autre port dans Paramètres > Avancé.',
    'There is no clipboard that can be written to, so the text was not copied.':
      'Aucun presse-papiers n’est disponible : le texte n’a pas été copié.',
    'It is in the history. On Linux, install wl-clipboard (Wayland) or xclip (X11).':
      'Il est dans l’historique. Sous Linux, installez wl-clipboard (Wayland) ou xclip (X11).',
    'The focus moved to another window, so the text was copied.':
      'Une autre fenêtre est passée au premier plan : le texte a été copié.',
    'No window has the focus, so the text was copied.': 'Aucune fenêtre n’est active : le texte a été copié.',
    'Click where you want it, then paste.': 'Cliquez à l’endroit voulu, puis collez.',
    'The focused window asks for a password, so the text was only copied.':
      'La fenêtre active demande un mot de passe : le texte a seulement été copié.',
    'The keyboard has no key to paste with, so the text was copied.':
      'Le clavier n’a pas de touche pour coller : le texte a été copié.',
    'Paste it with the menu.': 'Collez-le avec le menu.',
    'The focused program did not accept the text, so it was copied.':
      'L’application active n’a pas accepté le texte : il a été copié.',
    'Click into a text field, then paste.': 'Cliquez dans un champ de texte, puis collez.',
    'Another program used the clipboard at the same time, so the text was not inserted.':
      'Une autre application utilisait le presse-papiers : le texte n’a pas été inséré.',
    'It is in the history.': 'Il est dans l’historique.',
    'The screen cannot be reached, so the text was not inserted.':
      'L’écran est inaccessible : le texte n’a pas été inséré.',
    'The focused program accepts no keys from Quoth (on Windows, because it runs as administrator), so the text was copied.':
      'L’application active n’accepte pas les touches de Quoth (sous Windows, parce qu’elle est lancée en tant qu’administrateur) : le texte a été copié.',
    'Paste it there yourself.': 'Collez-le vous-même.',
    'macOS does not let Quoth press keys yet, so the text was copied.':
      'macOS ne permet pas encore à Quoth de simuler le clavier : le texte a été copié.',
    'Allow it in System Settings > Privacy & Security > Accessibility.':
      'Autorisez-le dans Réglages Système > Confidentialité et sécurité > Accessibilité.',
    'A program hides what is typed, as password fields do, so the text was only copied.':
      'Une application masque la saisie, comme un champ de mot de passe : le texte a seulement été copié.',
    'Leave the password field, or paste the text yourself.':
      'Quittez le champ de mot de passe, ou collez le texte vous-même.',
    'Copied: writing is not allowed.': 'Copié : l’insertion n’est pas autorisée.',
    'Copied: your desktop declined keys.': 'Copié : l’environnement de bureau a refusé les touches.',
    'The screen was locked, so the text was copied.': 'L’écran était verrouillé : le texte a été copié.',
    'On this desktop, Quoth cannot tell whether this program accepts text, so it was copied.':
      'Dans cet environnement de bureau, Quoth ne sait pas si l’application accepte du texte : il a été copié.',
    'Quoth cannot insert text into other programs on this desktop, so it was copied.':
      'Dans cet environnement de bureau, Quoth ne peut pas insérer de texte dans les autres applications : il a été copié.',
    'The text was inserted, but the previous clipboard could not be restored completely.':
      'Le texte a été inséré, mais le presse-papiers précédent n’a pas pu être rétabli entièrement.',
    'Copy it again if you still need it.': 'Copiez-le à nouveau si vous en avez encore besoin.',
    'Another program has {taken}, so the shortcut is {free}.':
      'Une autre application utilise {taken} : le raccourci est désormais {free}.',
    'Another program has {taken}, so Quoth does not get it.':
      'Une autre application utilise {taken} : Quoth ne le reçoit pas.',
    'Another action has the same shortcut.': 'Une autre action a le même raccourci.',
    'There is no transcript yet.': 'Il n’y a pas encore de transcription.',
    'The process that takes keys does not run. Quoth keeps starting it again.':
      'Le processus des raccourcis est arrêté. Quoth essaie de le relancer.',
    'This desktop lets no program take keys.':
      'Cet environnement de bureau ne laisse aucune application définir de raccourcis.',
    'This shortcut is taken by another program.': 'Ce raccourci est utilisé par une autre application.',
    'This keyboard has no such key.': 'Ce clavier n’a pas cette touche.',
    'Windows keeps F12 for debuggers.': 'Windows réserve F12 aux débogueurs.',
    'Windows refused this shortcut.': 'Windows a refusé ce raccourci.',
    'The X server cannot be reached.': 'Le serveur X est injoignable.',
    'On this desktop, Quoth would have to take Esc from every program all the time. Cancel with the indicator, or set keys with a modifier.':
      'Dans cet environnement de bureau, Quoth devrait retirer Échap à toutes les applications en permanence. Annulez avec l’indicateur, ou choisissez un raccourci avec Ctrl, Alt, Maj ou Super.',
    'Your desktop is being asked for this shortcut. Look for its dialog.':
      'L’environnement de bureau vous demande ce raccourci. Cherchez son dialogue.',
    'Your desktop declined it. Set another shortcut, or start Quoth again, to be asked again.':
      'L’environnement de bureau l’a refusé. Choisissez un autre raccourci, ou redémarrez Quoth pour que la question soit posée à nouveau.',
    'Your desktop has given it no keys. Choose them in its settings.':
      'L’environnement de bureau ne lui a donné aucune touche. Choisissez-les dans ses paramètres.',
    'A modifier alone cannot be held on this desktop. Choose other keys for it in the settings of your desktop.':
      'Dans cet environnement de bureau, Ctrl, Alt, Maj ou Super ne peut pas être maintenue seule. Choisissez d’autres touches dans ses paramètres.',
    'Your desktop decides which keys these are. What you set here is a proposal; change them in its settings.':
      'C’est l’environnement de bureau qui décide de ces touches. Votre choix ici est une proposition ; changez-les dans ses paramètres.',
    'What you said before Quoth quit is in the history.':
      'Ce que vous avez dit avant la fermeture de Quoth est dans l’historique.',
    'What you said before Quoth quit was not transcribed.':
      'Ce que vous avez dit avant la fermeture de Quoth n’a pas été transcrit.',
    'Find the recording in the history and transcribe it again.':
      'Retrouvez l’enregistrement dans l’historique et retranscrivez-le.',
    'Quoth started itself again after an error of its own. Every recording is kept.':
      'Quoth a redémarré après une erreur interne. Tous les enregistrements sont conservés.',
    'The microphone library does not load.': 'La bibliothèque du micro ne se charge pas.',
    'No microphone was found.': 'Aucun micro n’a été trouvé.',
    'The microphone "{name}" is not there.': 'Le micro « {name} » n’est pas branché.',
    'Plug it in again; no other microphone was found.': 'Rebranchez-le ; aucun autre micro n’a été trouvé.',
    'Plug it in again, or choose another one. There is: {names}.':
      'Rebranchez-le, ou choisissez-en un autre. Disponibles : {names}.',
    'The sound system of this machine does not answer.': 'Le système audio de cet ordinateur ne répond pas.',
    'Try again in a moment. If that does not help, log out and in again.':
      'Réessayez dans un instant. Si cela ne suffit pas, fermez la session et rouvrez-la.',
    'The microphones of this machine cannot be reached.': 'Les micros de cet ordinateur sont inaccessibles.',
    'The window has not been built yet.': 'La fenêtre n’a pas encore été compilée.',
    'No browser could be opened: none exists, or no screen to show it on.':
      'Impossible d’ouvrir un navigateur : il n’y en a pas, ou pas d’écran pour l’afficher.',
    'The microphone delivers only silence.': 'Le micro ne capte que du silence.',
    'It may be muted, or another program may have it.':
      'Il est peut-être coupé, ou utilisé par une autre application.',
    'No speech for five minutes. The recording stops after ten.':
      'Aucune parole depuis cinq minutes. L’enregistrement s’arrête au bout de dix.',
    'Speak, or confirm that you are still there.': 'Parlez, ou confirmez que vous êtes toujours là.',
    'This recording has nearly reached the limit of six hours. It stops in at most ten minutes.':
      'Cet enregistrement atteint presque la limite de six heures. Il s’arrête dans dix minutes au plus.',
    'Stop it and start another one.': 'Arrêtez-le et démarrez-en un autre.',
    'A recording is already in progress.': 'Un enregistrement est déjà en cours.',
    'The recording was stopped before it began.': 'L’enregistrement a été arrêté avant d’avoir commencé.',
    'Start again, and stop once you have spoken.': 'Recommencez, et arrêtez une fois que vous avez parlé.',
    'This dictation is still being recorded.': 'Cette dictée est encore en cours d’enregistrement.',
    'There is no dictation with this id, or it finished more than a minute ago.':
      'Cette dictée n’existe pas, ou elle est finie depuis plus d’une minute.',
    'On this desktop, Quoth cannot read the text that is selected.':
      'Dans cet environnement de bureau, Quoth ne peut pas lire le texte sélectionné.',
    'Edit by voice works on X11, macOS and Windows.':
      'La modification à la voix fonctionne avec X11, macOS et Windows.',
    'No selected text could be read, so nothing was changed.':
      'Aucun texte sélectionné n’a pu être lu : rien n’a été changé.',
    'Select the text and try again. To write what you say, use the shortcut for dictation.':
      'Sélectionnez le texte et réessayez. Pour écrire ce que vous dites, utilisez le raccourci de dictée.',
    'No selected text was found: what you say is written as it is.':
      'Aucun texte sélectionné : ce que vous dites est inséré tel quel.',
    'The disk is full: the recording was stopped.': 'Le disque est plein : l’enregistrement a été arrêté.',
    'The recording could not be written to disk and was stopped.':
      'L’enregistrement n’a pas pu être écrit sur le disque et a été arrêté.',
    'Free some space, then transcribe it again from the history: everything recorded until then is there.':
      'Libérez de l’espace, puis retranscrivez-le depuis l’historique : tout ce qui a été enregistré jusque-là y est.',
    'Nothing of it could be kept. Free some space where the data folder lies, then record it again.':
      'Rien n’a pu en être conservé. Libérez de l’espace sur le disque du dossier de données, puis recommencez l’enregistrement.',
    'The microphone was disconnected.': 'Le micro a été déconnecté.',
    'The microphone was opened but delivered no sound.':
      'Le micro a été ouvert, mais n’a transmis aucun son.',
    'The recording ended before any audio arrived.':
      'L’enregistrement s’est terminé avant que du son n’arrive.',
    'Quoth is shutting down.': 'Quoth est en train de se fermer.',
    'What you said is in the history.': 'Ce que vous avez dit est dans l’historique.',
    'The screen is locked, so no one would see that this program is recording.':
      'L’écran est verrouillé : personne ne verrait que cette application enregistre.',
    'Quoth was closed before the work was finished.': 'Quoth a été fermé avant la fin de l’opération.',
    'The speech engine failed on this audio.': 'Le moteur de reconnaissance a échoué sur cet audio.',
    '{model} stopped responding and was stopped.': '{model} ne répondait plus et a été arrêté.',
    '{model} took too long for this audio and was stopped.':
      '{model} a mis trop de temps pour cet audio et a été arrêté.',
    'Try again when the machine is less busy, or split the audio into parts.':
      'Réessayez quand l’ordinateur sera moins occupé, ou découpez l’audio.',
    '{model} took more than {size} MB of memory and was stopped.':
      '{model} a pris plus de {size} Mo de mémoire et a été arrêté.',
    '{model} exited unexpectedly ({how}).': '{model} s’est arrêté de façon inattendue ({how}).',
    'Try again: the next transcription restarts it. The recording is kept.':
      'Réessayez : la prochaine transcription le relance. L’enregistrement est conservé.',
    'Speech was detected, but no words could be recognised.':
      'De la parole a été détectée, mais aucun mot n’a été reconnu.',
    'Speak closer to the microphone, or choose a model that supports the spoken language.':
      'Parlez plus près du micro, ou choisissez un modèle qui connaît la langue parlée.',
    "{model} can't run on the selected device ({device}): it is missing or not ready.":
      '{model} ne peut pas fonctionner sur le matériel choisi ({device}) : il est absent ou n’est pas prêt.',
    'The file of the model {model} is missing.': 'Le fichier du modèle {model} est introuvable.',
    'The file of the model {model} is damaged: {how}.': 'Le fichier du modèle {model} est endommagé ({how}).',
    '{model} needs about {needed} of memory, and {free}.':
      '{model} a besoin d’environ {needed} de mémoire ({free}).',
    'This model does not translate.': 'Ce modèle ne traduit pas.',
    'This model cannot detect the spoken language.': 'Ce modèle ne sait pas détecter la langue parlée.',
    'This model does not support the language "{language}".':
      'Ce modèle ne prend pas en charge la langue « {language} ».',
    'The audio is larger than {size} MiB.': 'L’audio dépasse {size} Mio.',
    'Split it into parts, or compress it.': 'Découpez-le, ou compressez-le.',
    'The audio is empty.': 'L’audio est vide.',
    'This is not audio, regardless of its file name or content type.':
      'Ce n’est pas de l’audio, malgré le nom du fichier ou le type de contenu.',
    'Supported formats are {formats}; with FFmpeg also {more}.':
      'Formats acceptés : {formats} ; avec FFmpeg, aussi {more}.',
    'The disk is full, so the audio could not be kept.':
      'Le disque est plein : l’audio n’a pas pu être conservé.',
    'Free some space in the data folder and send it again.':
      'Libérez de l’espace dans le dossier de données et envoyez-le à nouveau.',
    'The audio is damaged.': 'L’audio est endommagé.',
    'The audio contains no samples.': 'L’audio ne contient aucun échantillon.',
    'The file contains no audio track.': 'Le fichier ne contient aucune piste audio.',
    'The file has no sound, only video.': 'Le fichier n’a pas de son, seulement de la vidéo.',
    'Export it again with its sound.': 'Exportez-le à nouveau avec le son.',
    'Split it into parts and send them one by one.': 'Découpez-le et envoyez les parties une à une.',
    'Check that the file plays, or export it again as wav or mp3.':
      'Vérifiez que le fichier se lit, ou exportez-le à nouveau en wav ou mp3.',
    'Check that the file plays to its end, or export it again as wav or mp3.':
      'Vérifiez que le fichier se lit jusqu’au bout, ou exportez-le à nouveau en wav ou mp3.',
    'The audio is damaged: only the first {seconds} s of it can be decoded.':
      'L’audio est endommagé : seules les {seconds} premières secondes sont lisibles.',
    'The disk is full, so the audio could not be decoded. The recording is kept.':
      'Le disque est plein : l’audio n’a pas pu être décodé. L’enregistrement est conservé.',
    'Free some space in the data folder, then transcribe the recording again.':
      'Libérez de l’espace dans le dossier de données, puis retranscrivez l’enregistrement.',
    'The audio of this recording no longer exists.': 'L’audio de cet enregistrement n’existe plus.',
    'Its transcript can still be read.': 'Sa transcription reste lisible.',
    'This download has already failed.': 'Ce téléchargement a déjà échoué.',
    'This model is not being downloaded.': 'Ce modèle n’est pas en cours de téléchargement.',
    'There is not enough space for {what}: {needed} needed, {free} free, of which {reserved} are reserved.':
      'Espace insuffisant pour {what} : {needed} nécessaires, {free} libres, dont {reserved} réservés.',
    '{model} could not be downloaded: {why}.': 'Impossible de télécharger {model} ({why}).',
    'The disk became full while {model} was downloaded.':
      'Le disque s’est rempli pendant le téléchargement de {model}.',
    '{model} is being used by a transcription.': '{model} est utilisé par une transcription.',
    '{model} is not installed.': '{model} n’est pas installé.',
    'The model {model} is not installed.': 'Le modèle {model} n’est pas installé.',
    'This file cannot be used as a speech model: {why}.':
      'Ce fichier ne peut pas servir de modèle de reconnaissance ({why}).',
    'This model has the architecture "{architecture}", which no installed speech engine supports.':
      'Ce modèle a l’architecture « {architecture} », qu’aucun moteur installé ne prend en charge.',
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
    'The account with {provider} has no credit left for this recording.':
      'Le crédit chez {provider} ne suffit pas pour cet enregistrement.',
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
    'The language model gave nothing that could take its place.':
      'Le modèle de langage n’a rien donné qui puisse le remplacer.',
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
    'The speech seems to be {language}, and {expected} was expected.':
      'Langue détectée : {language} ; langue attendue : {expected}.',
    '{model} is unsure of most words: the speech is unclear, or not {expected}.':
      '{model} hésite sur la plupart des mots : la parole est peu claire, ou n’est pas dans la langue attendue ({expected}).',
    'No model in the catalog supports this language.':
      'Aucun modèle du catalogue ne prend en charge cette langue.',
    'The mode uses the tier "{tier}" of Quoth cloud, but no gateway is set up.':
      'Le mode utilise la précision « {tier} » de Quoth cloud, mais aucune passerelle n’est configurée.',
    'No cloud provider that transcribes has an API key.':
      'Aucun fournisseur cloud de transcription n’a de clé d’API.',
    'No model was chosen for {provider}.': 'Aucun modèle n’est choisi pour {provider}.',
    'The model {model} does not translate.': 'Le modèle {model} ne traduit pas.',
    'The model {model} cannot detect the spoken language.':
      'Le modèle {model} ne sait pas détecter la langue parlée.',
    'The model {model} does not support the language "{language}".':
      'Le modèle {model} ne prend pas en charge la langue « {language} ».',
    'No installed speech model translates.': 'Aucun modèle de reconnaissance installé ne traduit.',
    'The recording {id} is being processed.': 'L’enregistrement {id} est en cours de traitement.',
    'This recording was not rewritten.': 'Cet enregistrement n’a pas été réécrit.',
    'The audio was missing when Quoth restarted.': 'L’audio était introuvable au redémarrage de Quoth.',
    'Stopped after {count} attempts, each ended by a crash. The audio is kept.':
      'Arrêté après {count} essais, tous interrompus par un plantage. L’audio est conservé.',
    'The mode "{mode}" has rewriting turned off.': 'La réécriture est désactivée dans le mode « {mode} ».',
    'The text is empty.': 'Le texte est vide.',
    '"{phrase}" is already in the vocabulary.': '« {phrase} » est déjà dans le vocabulaire.',
    'Change that entry instead.': 'Modifiez plutôt cette entrée.',
    'There is no vocabulary entry with this id.': 'Cette entrée de vocabulaire n’existe pas.',
    'It may have been deleted; list the vocabulary again.':
      'Elle a peut-être été supprimée ; rechargez le vocabulaire.',
    'The action "{name}" has paused {why}. Texts wait for it until it is resumed.':
      'L’action « {name} » s’est mise en pause ({why}). Les textes attendent sa reprise.',
    'There is already an action named "{name}".': 'Une action nommée « {name} » existe déjà.',
    'The action "{name}" is paused.': 'L’action « {name} » est en pause.',
    'This recording has no text.': 'Cet enregistrement n’a pas de texte.',
    'Added to {path}.': 'Ajouté à {path}.',
    'Answered {status}.': 'Réponse : {status}.',
    'Exited with status 0.': 'Terminé avec le statut 0.',
    'Exited with status {status}.': 'Terminé avec le statut {status}.',
    'Ended after {seconds} s, its time limit.': 'Interrompu après {seconds} s, sa durée maximale.',
    'The program could not be started.': 'Le programme n’a pas pu être lancé.',
    'The file could not be written.': 'Le fichier n’a pas pu être écrit.',
    'This file may not be written. Check its permissions and those of its folder.':
      'L’écriture de ce fichier n’est pas autorisée. Vérifiez ses droits d’accès et ceux de son dossier.',
    'The address could not be reached.': 'L’adresse est injoignable.',
    'The address could not be reached ({code}).': 'L’adresse est injoignable ({code}).',
    'Nothing listens at this address.': 'Rien ne répond à cette adresse.',
    'The name of this address cannot be resolved.': 'Le nom de cette adresse est introuvable.',
    'Port {port} {why}, so the local API stays off.':
      'Le port {port} est indisponible ({why}) : l’API locale reste désactivée.',
    'Port {wanted} {why}; the local API uses port {port} instead.':
      'Le port {wanted} est indisponible ({why}) : l’API locale utilise le port {port}.',
    'Set another port, or none, which takes effect at once; or stop that program, then switch the local API on again.':
      'Choisissez un autre port, ou aucun, ce qui s’applique aussitôt ; ou fermez cette application, puis réactivez l’API locale.',
    'Clients that read the discovery file find it; others must be given the new port.':
      'Les applications qui lisent le fichier de découverte le trouvent ; indiquez le nouveau port aux autres.',
    "A window's address was used twice, so that window was closed for safety.":
      'L’adresse d’une fenêtre a servi deux fois : cette fenêtre a été fermée par sécurité.',
    'Open a new one. If it happens again, look for a program that reads the addresses your browser opens.':
      'Ouvrez-en une nouvelle. Si cela se reproduit, cherchez une application qui lit les adresses ouvertes par votre navigateur.',
    'This window’s session has ended.': 'La session de cette fenêtre est terminée.',
    'The mode chosen for Wyoming no longer exists, so its requests fail.':
      'Le mode choisi pour Wyoming n’existe plus : ses requêtes échouent.',
    'This machine has no secure store ({store}), so provider keys are stored in files that only you can read, as you chose.':
      'Cet ordinateur n’a pas de trousseau de clés ({store}) : comme vous l’avez choisi, les clés des fournisseurs sont dans des fichiers que vous seul pouvez lire.',
    'This machine has no secure store ({store}), so the token is stored in a file that only you can read.':
      'Cet ordinateur n’a pas de trousseau de clés ({store}) : le jeton est dans un fichier que vous seul pouvez lire.',
    'Nothing needs to be done. With a keyring service running, regenerate the token to move it there.':
      'Il n’y a rien à faire. Quand un trousseau de clés fonctionnera, régénérez le jeton pour l’y placer.',
    '{store} is locked or did not respond, so the token is valid for this run only.':
      '{store} est verrouillé ou n’a pas répondu : le jeton n’est valable que jusqu’à la fermeture de Quoth.',
    'Unlock the keyring and start Quoth again to use the stored token.':
      'Déverrouillez le trousseau de clés et redémarrez Quoth pour utiliser le jeton conservé.',
    'Mode: {mode}': 'Mode : {mode}',
    'Mode of the next recording: {mode}': 'Mode du prochain enregistrement : {mode}',
    Copied: 'Copié',
    Accessibility: 'Accessibilité',
    Clipboard: 'Presse-papiers',
    Indicator: 'Indicateur',
    Screen: 'Écran',
    'Session bus': 'Bus de session',
    Shortcuts: 'Raccourcis',
    'Writing at the cursor': 'Insertion au curseur',
    'macOS does not let Quoth press keys: texts are copied, and modifiers alone do not start a dictation.':
      'macOS ne permet pas à Quoth de simuler le clavier : les textes sont copiés, et une touche comme Ctrl ne suffit pas à démarrer une dictée.',
    'In System Settings > Privacy & Security > Accessibility, allow the program that starts Quoth, such as your terminal.':
      'Dans Réglages Système > Confidentialité et sécurité > Accessibilité, autorisez l’application qui lance Quoth, comme votre terminal.',
    'The indicator could not be shown: while a microphone is open, a notification or the tray icon says so.':
      'L’indicateur n’a pas pu être affiché : une notification ou l’icône de la zone de notification signale un micro ouvert.',
    'In a terminal of your desktop:': 'Dans un terminal de l’environnement de bureau :',
    'In a terminal: quoth dictate bind': 'Dans un terminal : quoth dictate bind',
    'Quoth was started where there is no screen: no keys, no indicator, nothing is written or copied.':
      'Quoth a été lancé sans écran : pas de raccourcis, pas d’indicateur, rien n’est inséré ni copié.',
    'This desktop lets no program have keys (it has no portal for global shortcuts).':
      'Cet environnement de bureau ne donne de raccourcis à aucune application (il n’a pas de portail pour cela).',
    'There is no program that copies texts: they are only in the history.':
      'Aucun programme ne peut copier de texte : les textes sont seulement dans l’historique.',
    'Without wtype, texts are copied instead of written at the cursor.':
      'Sans wtype, les textes sont copiés au lieu d’être insérés au curseur.',
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
    '{name} was opened and gave nothing.': '{name} a été ouvert, mais n’a rien transmis.',
    '{name} gives nothing but silence: it may be muted.':
      '{name} ne transmet que du silence : il est peut-être coupé.',
    '{name} works; loudest sound just now {level} dB.':
      '{name} fonctionne ; son le plus fort à l’instant : {level} dB.',
    'fastest English': 'anglais, le plus rapide',
    'live English': 'anglais, en direct',
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
    'it could not be started': 'impossible de le lancer',
    'code {code}': 'code de sortie {code}',
    'the engine does not accept it': 'le moteur ne l’accepte pas',
    'it has {found} bytes instead of {size}': '{found} octets au lieu de {size}',
    'it is empty': 'il est vide',
    'it is not a GGUF file': 'ce n’est pas un fichier GGUF',
    'its header is damaged': 'son en-tête est endommagé',
    'it ends too early': 'il est incomplet',
    'less is free': 'il y en a moins de libre',
    '{size} are free': '{size} libres',
    'these downloads': 'ces téléchargements',
    '{host} cannot be reached': '{host} est injoignable',
    '{host} stopped sending': '{host} n’envoie plus rien',
    '{host} broke the connection repeatedly': '{host} a coupé la connexion plusieurs fois',
    '{host} is not working (status {status})': '{host} est en panne (statut {status})',
    '{host} reports too many requests': '{host} signale trop de requêtes',
    '{host} reports too many requests and asks to wait {minutes} min':
      '{host} signale trop de requêtes et demande d’attendre {minutes} min',
    'the downloaded file is not the one in the catalog (its sha256 differs)':
      'le fichier n’est pas celui du catalogue (somme de contrôle différente)',
    'a different file is at its address now': 'un autre fichier se trouve maintenant à cette adresse',
    'a web page arrived instead: perhaps the network requires a login':
      'une page web est arrivée à la place ; le réseau demande peut-être de se connecter',
    'there is no such file at its address': 'aucun fichier à cette adresse',
    'the hub refused it (status {status})': 'le serveur a refusé (statut {status})',
    'the file changed while it was downloaded': 'le fichier a changé pendant le téléchargement',
    "one of the model's {count} languages": 'l’une des {count} langues du modèle',
    "{provider} accepts no more requests right now: the account's limit has been reached or its credit has run out.":
      '{provider} n’accepte plus de requêtes pour le moment : la limite du compte est atteinte ou le crédit est épuisé.',
    "{provider} accepts no more requests right now: the account's limit has been reached or its credit has run out (it asks to wait {seconds} s).":
      '{provider} n’accepte plus de requêtes pour le moment : la limite du compte est atteinte ou le crédit est épuisé (attente demandée : {seconds} s).',
    '{provider} rejected the key (HTTP {status}).': '{provider} a refusé la clé (HTTP {status}).',
    '{model} noted speech in a language that it does not know: the speech may not be {expected}.':
      '{model} a relevé une langue qu’il ne connaît pas : la langue parlée n’est peut-être pas celle attendue ({expected}).',
    'The text reads like another language: the speech may not be {expected}.':
      'Le texte ressemble à une autre langue : la langue parlée n’est peut-être pas celle attendue ({expected}).',
    'Quoth exited during this recording; up to a second at its end may be missing.':
      'Quoth s’est arrêté pendant cet enregistrement ; il peut manquer jusqu’à une seconde à la fin.',
    'This recording is being processed.': 'Cet enregistrement est en cours de traitement.',
    'The provider has been removed.': 'Le fournisseur a été supprimé.',
    'The provider of the mode "{mode}" does not exist. Choose another one in the mode.':
      'Le fournisseur du mode « {mode} » n’existe pas. Choisissez-en un autre dans le mode.',
    'One mode must be the default.': 'Il faut un mode par défaut.',
    'Make another mode the default instead; it then replaces this one.':
      'Définissez plutôt un autre mode par défaut ; il remplacera celui-ci.',
    'The last mode cannot be deleted.': 'Le dernier mode ne peut pas être supprimé.',
    'Create another mode first, or change this one.': 'Créez d’abord un autre mode, ou modifiez celui-ci.',
    'A vocabulary has at most {count} entries.': 'Un vocabulaire compte au plus {count} entrées.',
    'Delete what you no longer need.': 'Supprimez ce dont vous n’avez plus besoin.',
    'This change has been undone already.': 'Cette modification a déjà été annulée.',
    'There is no change with this id.': 'Cette modification n’existe plus.',
    'Changes are kept for {days} days.': 'Les modifications sont conservées {days} jours.',
    'There are {count} servers already, which is the limit.':
      'Il y a déjà {count} serveurs, c’est la limite.',
    'Remove one that is no longer used.': 'Supprimez-en un qui ne sert plus.',
    'There is already a provider called "{name}".': 'Un fournisseur nommé « {name} » existe déjà.',
    'There is already a token named "{name}".': 'Un jeton nommé « {name} » existe déjà.',
    'There is no token with this id.': 'Ce jeton n’existe pas.',
    'It may have been revoked; list the tokens again.': 'Il a peut-être été révoqué ; rechargez la liste.',
    'The end date of this token is in the past.': 'La date d’expiration de ce jeton est passée.',
    'Choose a later date, or none.': 'Choisissez une date ultérieure, ou aucune.',
    'There are {count} tokens already.': 'Il y a déjà {count} jetons.',
    'Revoke those that are no longer used.': 'Révoquez ceux qui ne servent plus.',
    'There are {count} actions already.': 'Il y a déjà {count} actions.',
    'There is no action with this id.': 'Cette action n’existe pas.',
    'It may have been deleted; list the actions again.':
      'Elle a peut-être été supprimée ; rechargez la liste.',
    'An attempt is being made right now.': 'Un essai est en cours.',
    'Wait until it has ended.': 'Attendez qu’il soit terminé.',
    'A model file must be given by its absolute path.': 'Saisissez le chemin complet du fichier de modèle.',
    'Give a model file, which ends in .gguf.': 'Choisissez un fichier de modèle, qui se termine par .gguf.',
    'Download it again; its size and sha256 should match those given by its source. Model files end in .gguf.':
      'Téléchargez-le à nouveau ; sa taille et sa somme de contrôle doivent correspondre à celles de sa source. Les fichiers de modèle se terminent par .gguf.',
    'The file became longer while it was being copied.': 'Le fichier a changé pendant la copie.',
    'The file became shorter while it was being copied.': 'Le fichier a changé pendant la copie.',
    'Try again once nothing writes to it any more.': 'Réessayez quand plus rien n’y écrit.',
    '{model} was imported from a file and cannot be downloaded.':
      '{model} a été importé d’un fichier et ne peut pas être téléchargé.',
    'This is not the file of {model}: it has {size} ({bytes} bytes), expected were {wantedSize} ({wanted} bytes).':
      'Ce n’est pas le fichier de {model} : il fait {size} ({bytes} octets) au lieu de {wantedSize} ({wanted} octets).',
    'This is not the file of {model}: its sha256 is {found}, expected was {wanted}.':
      'Ce n’est pas le fichier de {model} : sa somme de contrôle est {found} au lieu de {wanted}.',
    'It may not have been downloaded completely: download it again from the given address.':
      'Le téléchargement est peut-être incomplet : recommencez-le depuis l’adresse indiquée.',
    'It is damaged or another file: download it again from the given address.':
      'Il est endommagé, ou c’est un autre fichier : téléchargez-le à nouveau depuis l’adresse indiquée.',
    'Something is being recorded, transcribed or downloaded.':
      'Un enregistrement, une transcription ou un téléchargement est en cours.',
    'Wait until it is done, then try again.': 'Attendez la fin, puis réessayez.',
    'Another backup or restore is running.': 'Une autre sauvegarde ou restauration est en cours.',
    'Wait until it is done, or cancel it.': 'Attendez la fin, ou annulez.',
    '“{path}” does not say in which folder the file is.':
      '« {path} » n’indique pas dans quel dossier se trouve le fichier.',
    'Enter the whole path, such as {path}.': 'Saisissez le chemin complet, par exemple {path}.',
    'This backup was made by Quoth {version}, in a format that this version cannot read.':
      'Cette sauvegarde vient de Quoth {version}, dans un format que cette version ne sait pas lire.',
    'Install Quoth {version} or later, then restore it.':
      'Installez Quoth {version} ou une version plus récente, puis restaurez-la.',
    'This file is not a backup of Quoth.': 'Ce fichier n’est pas une sauvegarde de Quoth.',
    'Choose a file that was written as a backup by Quoth. Nothing was changed.':
      'Choisissez un fichier de sauvegarde créé par Quoth. Rien n’a été modifié.',
    'This backup is damaged or not complete.': 'Cette sauvegarde est endommagée ou incomplète.',
    'Copy the file again from where it came from, or choose another backup. Nothing was changed.':
      'Copiez à nouveau le fichier depuis son origine, ou choisissez une autre sauvegarde. Rien n’a été modifié.',
    'This passphrase does not open the keys of the backup.':
      'Cette phrase secrète n’ouvre pas les clés de la sauvegarde.',
    'A backup cannot be kept in the data folder itself.':
      'Une sauvegarde ne peut pas être placée dans le dossier de données lui-même.',
    'Choose another folder, best on another disk.':
      'Choisissez un autre dossier, de préférence sur un autre disque.',
    '{path} is a folder.': '{path} est un dossier.',
    'Name a file in it, such as {path}.': 'Indiquez un fichier dans ce dossier, par exemple {path}.',
    '{path} exists already.': '{path} existe déjà.',
    'Choose another name, or delete that file first.':
      'Choisissez un autre nom, ou supprimez d’abord ce fichier.',
    'There is no folder {path}.': 'Le dossier {path} n’existe pas.',
    'Create it, or choose another one.': 'Créez-le, ou choisissez-en un autre.',
    'There is not enough space in {path}: {size} MB are needed.':
      'Espace insuffisant dans {path} : il faut {size} Mo.',
    'Free some space there, or choose another disk, then try again.':
      'Libérez-y de l’espace, ou choisissez un autre disque, puis réessayez.',
    'There is no file {path}.': 'Le fichier {path} n’existe pas.',
    '{path} is not a file.': '{path} n’est pas un fichier.',
    'An earlier restore is not finished.': 'Une restauration précédente n’est pas terminée.',
    'macOS has this shortcut itself: System Settings > Keyboard > Keyboard Shortcuts.':
      'macOS utilise déjà ce raccourci : Réglages Système > Clavier > Raccourcis clavier.',
    'macOS refused this shortcut.': 'macOS a refusé ce raccourci.',
    'The windows of other programs cannot be seen on this desktop.':
      'Dans cet environnement de bureau, les fenêtres des autres applications ne sont pas visibles.',
    'Enter the name of the program in the rule yourself.':
      'Saisissez vous-même le nom de l’application dans la règle.',
    'The search took too long.': 'La recherche a pris trop de temps.',
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
  },
};
