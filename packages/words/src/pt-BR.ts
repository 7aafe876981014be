import type { ErrorTranslations } from './translate.ts';

/** Errors, warnings and remedies in Brazilian Portuguese. */
export const words: ErrorTranslations = {
  messages: {
    // Each code's own, where nothing more is known
    unauthorized: 'O token está faltando ou errado.',
    forbiddenOrigin: 'Esta solicitação não veio de um programa deste computador.',
    forbiddenScope: 'Este token não tem a permissão necessária.',
    notFound: 'Este endereço não existe.',
    methodNotAllowed: 'Este endereço não aceita esse método.',
    unsupportedMediaType: 'Este tipo de conteúdo não é aceito aqui.',
    payloadTooLarge: 'A solicitação é grande demais.',
    timeout: 'A solicitação demorou demais.',
    rateLimited: 'A fila de transcrições está cheia.',
    internalError: 'Algo deu errado no Quoth.',
    diskFull: 'O disco está cheio.',
    invalidRequest: 'A solicitação é inválida.',
    busy: 'Está em uso no momento.',
    conflict: 'O estado atual não permite isso.',
    alreadyExists: 'Este nome já existe.',
    limitReached: 'O Quoth não guarda mais do que isso.',
    alreadyRunning: 'O Quoth já está aberto.',
    modelNotInstalled: 'O modelo de reconhecimento não está instalado.',
    modelNotFound: 'Este modelo não existe.',
    engineUnavailable: 'O mecanismo não pode ser usado no momento.',
    missingApiKey: 'A chave de API do provedor está faltando ou foi recusada.',
    paymentRequired: 'O saldo da conta no gateway acabou.',
    fileNotFound: 'Não há nenhum arquivo neste caminho.',
    fileAccessDenied: 'Não há permissão para ler o arquivo.',
    fileNotAllowed: 'Os arquivos desta pasta não podem ser lidos pela API.',
    audioDecodeFailed: 'Não é possível ler o áudio.',
    transcriptionFailed: 'A transcrição falhou.',
    microphoneUnavailable: 'Nenhum microfone pode ser usado.',
    modeNotFound: 'Este modo não existe.',
    modeNameTaken: 'Outro modo já tem esse nome.',
    recordingNotFound: 'Esta gravação não existe.',
    noSpeech: 'Nenhuma fala foi encontrada no áudio.',
    recordingNotAllowed: 'Este aplicativo não tem permissão para usar o microfone.',
    purgeNotAllowed: 'Aplicativos não podem esvaziar a lixeira aqui.',
    notRecording: 'Não há gravação em andamento.',
    notPasted: 'O texto não foi inserido no cursor.',
    clipboardUnavailable: 'A área de transferência não pode ser usada.',
    selectionUnavailable: 'Não é possível ler o texto selecionado.',
    desktopUnavailable: 'Este ambiente de trabalho não deixa o Quoth fazer isso.',
    windowUnavailable: 'Não é possível abrir a janela.',
    keyStoreUnavailable: 'O chaveiro não pode ser usado.',
    recorderBusy: 'O gravador está em uso.',
    declined: 'O pedido foi recusado.',
    questionNotFound: 'Esta pergunta não existe.',
    cancelled: 'A operação foi cancelada.',
    // Models
    modelInUse: '{model} está em uso por uma transcrição.',
    waitUntilFinishedOrCancel: 'Espere terminar ou cancele e tente de novo.',
    modelOfPackage: '{model} pertence a um pacote do sistema, que o colocou em {folder}.',
    removePackage: 'Remova o pacote. No Debian, este comando mostra qual é: dpkg -S {path}',
    modelFileOtherSize:
      'Este não é o arquivo de {model}: tem {size} ({bytes} bytes), e o esperado era {wantedSize} ({wanted} bytes).',
    incompleteModelFile: 'O download pode estar incompleto: baixe de novo do endereço indicado.',
    modelFileOtherChecksum:
      'Este não é o arquivo de {model}: a soma de verificação é {found}, e a esperada era {wanted}.',
    damagedModelFile: 'Está danificado ou é outro arquivo: baixe de novo do endereço indicado.',
    modelFileUnusable: '{file} na pasta de modelos não pode ser usado.',
    modelFileGone: 'O arquivo de {model} não está mais na pasta de modelos.',
    modelFileChanged: 'O arquivo de {model} está danificado ou foi substituído.',
    includedModelMissing: 'O arquivo de {model} que faz parte do Quoth não foi encontrado: {path}.',
    includedModelDamaged: 'O arquivo de {model} que faz parte do Quoth está danificado: {path}.',
    namedModelNotInstalled: '{model} não está instalado.',
    importedModelNotDownloadable: '{model} foi importado de um arquivo e não pode ser baixado.',
    downloadFailedAlready: 'Este download já falhou.',
    modelNotDownloading: 'Este modelo não está sendo baixado.',
    notEnoughSpace:
      'Falta espaço para {what}: {needed} necessários, {free} livres, dos quais {reserved} reservados.',
    diskFullWhileDownloading: 'O disco encheu enquanto {model} era baixado.',
    freeSpaceForModel:
      'Libere espaço no disco da pasta de dados (veja qual é em Configurações > Sobre) ou remova um modelo em Modelos.',
    downloadModel: 'Baixe o modelo em Modelos.',
    importModelAgain: 'Importe o arquivo de novo em Modelos.',
    restoreIncludedModel:
      'Instale o Quoth de novo e reinicie-o, ou baixe outro arquivo deste modelo em Modelos.',
    removeModel: 'Para excluir o modelo, use Remover em Modelos.',
    continueDownload: 'Retome o download em Modelos ou cancele por lá.',
    freeSpaceThenContinue: 'Libere espaço e retome o download em Modelos.',
    beginDownload: 'Baixe o modelo em Modelos.',
    cancelDownload: 'Cancele o download em Modelos.',
    runModelDownload: 'Baixe o modelo em Modelos.',
    modelNotInstalledHere: 'O modelo {model} não está instalado.',
    theseDownloads: 'estes downloads',
    modelNotDownloaded: 'Não foi possível baixar {model}: {why}.',
    downloadByHand:
      'Tente de novo mais tarde em Modelos. Até lá, os modelos instalados continuam funcionando. Para instalar manualmente, baixe {address} (SHA-256 {sha256}) e importe o arquivo em Modelos.',
    hubUnreachable: 'sem acesso a {host}',
    hubStoppedSending: '{host} parou de enviar',
    hubBrokeConnection: '{host} cortou a conexão várias vezes',
    hubNotWorking: '{host} está fora do ar (status {status})',
    hubBusy: '{host} recebeu solicitações demais',
    hubBusyFor: '{host} recebeu solicitações demais e pede para esperar {minutes} min',
    hubRedirectsUnsafely: '{host} redireciona para {address}, o que não é seguro',
    hubRedirectsNowhere: '{host} redireciona para um endereço inválido',
    hubRedirectsTooOften: '{host} redireciona vezes demais',
    hubHasOtherFile: 'agora há outro arquivo nesse endereço',
    hubHasNoFile: 'não há arquivo nesse endereço',
    hubRefused: 'o servidor recusou (status {status})',
    hubLacksRest: 'o servidor não tem os bytes restantes',
    hubFileChanged: 'o arquivo mudou durante o download',
    hubWouldRestart: 'o servidor recomeçaria com um arquivo de outro tamanho',
    hubSentOtherRange: 'o servidor enviou um intervalo diferente do solicitado',
    webPageArrived: 'chegou uma página da web; talvez a rede exija login',
    downloadedFileDiffers: 'o arquivo não é o do catálogo (a soma de verificação não confere)',
    tooManyBytesArrived: 'chegaram mais de {bytes} bytes',
    otherLengthAnnounced: 'foram anunciados {announced} bytes em vez de {wanted}',
    fileIsNoModel: 'Este arquivo não serve como modelo de reconhecimento: {why}.',
    fileIsEmpty: 'está vazio',
    fileIsNoGguf: 'não é um arquivo GGUF',
    fileEndsTooEarly: 'está incompleto',
    ggufVersionUnsupported: 'a versão {version} de GGUF não é compatível',
    ggufHeaderDamaged: 'o cabeçalho está danificado',
    ggufHeaderTooLarge: 'o cabeçalho é grande demais',
    ggufWithoutArchitecture: 'ele não informa a arquitetura do modelo',
    architectureUnsupported:
      'Este modelo tem a arquitetura “{architecture}”, que nenhum mecanismo instalado aceita.',
    supportedArchitectures: 'Arquiteturas suportadas: {names}.',
    downloadModelFileAgain:
      'Baixe de novo; o tamanho e a soma de verificação devem corresponder aos da origem. Arquivos de modelo terminam em .gguf.',
    modelPathNotAbsolute: 'Informe o caminho completo do arquivo de modelo.',
    modelFileNotAllowed: 'Este não é um arquivo comum, ou pertence ao Quoth ou ao sistema.',
    giveModelFile: 'Escolha um arquivo de modelo, que termina em .gguf.',
    modelFilesEndIn: 'Arquivos de modelo terminam em .gguf.',
    fileBecameLonger: 'O arquivo mudou enquanto era copiado.',
    fileBecameShorter: 'O arquivo mudou enquanto era copiado.',
    tryAgainOnceUnwritten: 'Tente de novo quando nada mais estiver gravando nele.',
    // Actions
    actionNotFound: 'Esta ação não existe.',
    listActionsAgain: 'Ela pode ter sido excluída; recarregue a lista.',
    actionNameTaken: 'Já existe uma ação chamada “{name}”.',
    chooseOtherName: 'Escolha outro nome; maiúsculas e minúsculas não fazem diferença.',
    tooManyActions: 'Já há {count} ações.',
    deleteUnused: 'Exclua o que você não usa mais.',
    actionKindFixed: 'O tipo de uma ação não pode ser alterado.',
    addOtherAction: 'Adicione outra ação e exclua esta.',
    actionRunNotFound: 'Esta execução não existe.',
    listRunsAgain: 'A gravação ou a ação pode ter sido excluída; recarregue a lista.',
    quothWasStopped: 'O Quoth foi encerrado.',
    quothEndedUnexpectedly: 'O Quoth fechou inesperadamente.',
    onlyPostsHaveSecret: 'Só as ações que enviam para um endereço têm um segredo de assinatura.',
    actionPaused: 'A ação “{name}” está pausada.',
    recordingWithoutText: 'Esta gravação não tem texto.',
    attemptRunning: 'Há uma tentativa em andamento.',
    waitUntilAttemptEnded: 'Espere terminar.',
    systemFoldersRefused: 'Nada é gravado nas pastas do sistema nem nas do Quoth.',
    linkNotFollowed: 'Este é um link simbólico, que não é seguido. Informe o caminho do próprio arquivo.',
    pathIsFolder: 'Esta é uma pasta. Informe o caminho de um arquivo.',
    folderReplacedByLink: 'O arquivo não está onde parecia: uma pasta foi trocada por um link.',
    hiddenFilesRefused:
      'Nada é gravado em arquivos e pastas ocultos (que começam com um ponto) da sua pasta pessoal.',
    addedToFile: 'Adicionado a {path}.',
    notAFile: 'Este não é um arquivo.',
    fileReplacedAllTheTime: 'Este arquivo está sendo substituído o tempo todo.',
    fileNotWritable: 'Não há permissão para gravar este arquivo. Confira as permissões dele e da pasta.',
    fileOpenElsewhere: 'Outro programa está com este arquivo aberto.',
    fileSystemReadOnly:
      'Este arquivo está onde não é possível gravar (o sistema de arquivos é somente leitura).',
    pathThroughFile: 'Uma parte deste caminho é um arquivo, não uma pasta.',
    pathTooLong: 'Este caminho é longo demais.',
    fileNotWritten: 'Não foi possível gravar o arquivo.',
    programTimedOut: 'Encerrado após {seconds} s, o limite de tempo.',
    programExited: 'Terminou com status {status}.',
    programKilled: 'Encerrado por {signal}.',
    programNotFound:
      'O programa “{program}” não existe. Informe o caminho completo ou confira se ele está no PATH.',
    programNotExecutable:
      '“{program}” não pode ser executado. Torne-o executável, por exemplo com: chmod u+x',
    notAProgram: '“{program}” não é um programa. Um script começa com uma linha como #!/bin/sh',
    programNeedsShell:
      '“{program}” não pode ser iniciado sem um shell. Informe como comando o programa que o executa, como cmd.exe com /c.',
    argumentsTooLong: 'Os argumentos são longos demais para este sistema.',
    programNotStarted: 'Não foi possível executar o programa.',
    signingSecretMissing: 'Falta o segredo de assinatura. Crie um novo para esta ação.',
    answerTooLate: 'Sem resposta completa em {seconds} s.',
    answered: 'Resposta: {status}.',
    answeredRedirect: 'Resposta: {status}, um redirecionamento, que não é seguido. Informe o endereço final.',
    answeredGone: 'Resposta: 410, este endereço não existe mais.',
    nameLeadsElsewhere:
      'Este nome não leva a este computador, e http só funciona aqui. É preciso usar https.',
    nothingListens: 'Nada responde neste endereço.',
    nameNotResolved: 'O nome deste endereço não foi encontrado.',
    notHttps: 'O que responde ali não usa https corretamente ({code}), então nada foi enviado.',
    certificateRefused: 'O certificado não é aceito ({code}), então nada foi enviado.',
    addressNotReached: 'Não foi possível acessar o endereço.',
    addressNotReachedCode: 'Não foi possível acessar o endereço ({code}).',
    actionPausedGone:
      'A ação “{name}” foi pausada: o destino respondeu que o endereço não existe mais (410). Os textos aguardam até ela ser retomada.',
    actionPausedFailures:
      'A ação “{name}” foi pausada após {count} falhas seguidas. Os textos aguardam até ela ser retomada.',
    resumeAction: 'Ative a ação antes, em Configurações > Ações.',
    lookIntoAction:
      'As tentativas em Configurações > Ações mostram o que deu errado. Depois, ative a ação de novo por lá.',
    // Dictation
    microphoneSilent: 'O microfone só capta silêncio.',
    microphoneMaybeMuted: 'Ele pode estar no mudo ou em uso por outro aplicativo.',
    seeOtherMicrophones: 'Veja em Configurações > Geral.',
    seeMicrophones: 'Veja em Configurações > Geral.',
    noSpeechForLong: 'Cinco minutos sem fala. A gravação termina aos dez.',
    speakOrConfirm: 'Fale ou confirme que você continua aí.',
    recordingLimitNear:
      'Esta gravação está perto do limite de seis horas. Ela termina em no máximo dez minutos.',
    stopAndStartAnother: 'Pare e inicie outra.',
    alreadyRecording: 'Já há uma gravação em andamento.',
    endRecordingFirst: 'Pare ou cancele a gravação antes.',
    stoppedBeforeBegun: 'A gravação foi interrompida antes de começar.',
    startAndSpeak: 'Inicie de novo e só pare depois de falar.',
    stillBeingRecorded: 'Este ditado ainda está sendo gravado.',
    stopOrWait: 'Pare a gravação antes.',
    noSuchDictation: 'Este ditado não existe ou terminou há mais de um minuto.',
    seeKeptDictations: 'Veja no Histórico.',
    nothingReplaced: 'Nenhum texto substituído por este ditado foi guardado.',
    replacedTextsExpire:
      'O que uma edição por voz substituiu fica dez minutos na memória. O aplicativo com o texto talvez possa desfazer.',
    selectionUnreadableHere: 'Neste ambiente de trabalho, o Quoth não consegue ler o texto selecionado.',
    editByVoiceWorksOn: 'Editar por voz funciona no X11, no macOS e no Windows.',
    selectionNotRead: 'Não foi possível ler nenhum texto selecionado, então nada mudou.',
    selectTextOrDictate:
      'Selecione o texto e tente de novo. Para escrever o que você diz, use o atalho de ditado.',
    nothingSelected: 'Nenhum texto selecionado: o que você disser é escrito como está.',
    diskFullWhileRecording: 'O disco está cheio: a gravação foi interrompida.',
    recordingNotWritten: 'Não foi possível salvar a gravação no disco, e ela foi interrompida.',
    freeSpaceThenTranscribe:
      'Libere espaço e transcreva de novo pelo histórico: tudo o que foi gravado até ali está lá.',
    freeSpaceThenRecord: 'Nada pôde ser salvo. Libere espaço no disco da pasta de dados e grave de novo.',
    microphoneDisconnected: 'O microfone foi desconectado.',
    microphoneWithoutSound: 'O microfone foi aberto, mas não captou som.',
    tryAgainOrChooseAnother: 'Tente de novo ou escolha outro.',
    endedBeforeAudio: 'A gravação terminou antes de chegar algum áudio.',
    shuttingDown: 'O Quoth está fechando.',
    windowsNotSeen: 'Neste ambiente de trabalho, não é possível ver as janelas de outros aplicativos.',
    enterProgramYourself: 'Digite o nome do aplicativo na regra.',
    deletedPermanently: 'Esta gravação foi excluída definitivamente.',
    discardedKeptFor: 'Uma gravação descartada pode ser restaurada por {seconds} segundos.',
    copyPrivateText: 'O texto não fica guardado. Por um minuto, ele aparece em Gravar.',
    selectedTextStays: 'O texto selecionado continua como está. {why}',
    editCameToNothing: 'O modelo de linguagem não devolveu nada aproveitável.',
    spokenIsInHistory: 'O que você disse está no histórico.',
    startRecordingFirst: 'Inicie uma gravação antes.',
    waitForRecorder: 'Tente de novo daqui a pouco.',
    recordingCancelledByUser: 'A gravação foi cancelada pelo usuário.',
    recordingTooLong: 'Uma gravação pode durar no máximo {hours} horas.',
    endAndBeginAnother: 'Encerre-a e comece outra. O que chegou fica guardado.',
    // Questions of programs
    allowRecordingOfShared: 'Em Aplicativos, permita que os que usam este token perguntem.',
    allowRecordingOfToken: 'Permita em Aplicativos.',
    screenLocked: 'A tela está bloqueada, e ninguém veria que este aplicativo está gravando.',
    tryWhenUnlocked: 'Tente novamente quando a tela estiver desbloqueada.',
    recordingNotShown: 'Nada neste computador poderia mostrar que um aplicativo está gravando.',
    openWindowToBeAsked: 'Abra a janela do Quoth ou use o Quoth em um desktop com X11 ou notificações.',
    recorderUsedByOther: 'O usuário ou outro aplicativo está usando o gravador.',
    questionOpen: 'Já há uma pergunta na tela.',
    tooManyQuestions: 'Este aplicativo perguntou {count} vezes em um minuto.',
    waitBeforeAsking: 'Espere um minuto antes de perguntar de novo e reúna tudo em uma pergunta só.',
    fieldNotForPrograms:
      'Um aplicativo não pode definir “{field}”: o que ele grava vai só para ele, do microfone que o usuário escolheu.',
    readTextLater: '',
    noOneReacted: 'Ninguém reagiu em {minutes} minutos.',
    userMayBeAway: 'O usuário pode estar ausente. Pergunte de outra forma ou mais tarde.',
    questionWithdrawn: 'A pergunta foi retirada antes de ser respondida.',
    whyWithdrawn:
      'Ela é retirada quando ninguém espera a resposta, quando a tela está bloqueada e quando o usuário não permite mais.',
    onlyProgramsAsk: 'Só aplicativos fazem perguntas, pela API local.',
    recordYourself: 'Para gravar você mesmo, vá para “Gravar”.',
    programRecordsAtMost: 'Um aplicativo grava por no máximo {seconds} segundos.',
    lowerMaxSeconds: 'Defina “max_seconds” com no máximo esse valor.',
    allowRecording: 'Permita em Aplicativos.',
    // Modes
    oneModeIsDefault: 'Um modo precisa ser o padrão.',
    makeOtherModeDefault: 'Torne outro modo o padrão; ele substitui este.',
    lastModeStays: 'O último modo não pode ser excluído.',
    createOtherModeFirst: 'Crie outro antes ou altere este.',
    wyomingModeNotFound: 'Não há modo com o identificador indicado em wyomingMode.',
    changeNotFound: 'Esta alteração não existe mais.',
    changesKeptFor: 'As alterações ficam guardadas por {days} dias.',
    changeUndoneAlready: 'Esta alteração já foi desfeita.',
    modeExistsAgain: 'O modo existe de novo. Não é mais possível desfazer.',
    modeGone: 'O modo não existe mais. Não é mais possível desfazer.',
    modeChangedSince: 'O modo foi alterado depois disso. Não é mais possível desfazer.',
    changeModeByHand: 'Abra o modo e altere à mão.',
    folderPathNotFull: 'Uma pasta é informada pelo caminho completo.',
    enterWholePath: 'Informe o caminho completo, como {path}.',
    shortcutTwice: 'Outra ação usa o mesmo atalho.',
    vocabularyEntryNotFound: 'Esta entrada não existe no vocabulário.',
    listVocabularyAgain: 'Ela pode ter sido excluída; carregue o vocabulário de novo.',
    inVocabularyAlready: '“{phrase}” já está no vocabulário.',
    changeThatEntry: 'Edite a entrada que já existe.',
    vocabularyFull: 'Um vocabulário tem no máximo {count} entradas.',
    deleteUnneeded: 'Exclua o que não precisa mais.',
    existsAlready: 'Já existe.',
    // Programs
    revokeThatToken: 'Revogue esse token antes.',
    otherNameOrRevoke: 'Escolha outro nome ou revogue esse token antes.',
    tokenNotFound: 'Este token não existe.',
    listTokensAgain: 'Ele pode ter sido revogado; recarregue a lista.',
    tokenNotDeleted:
      'O token “{name}” é recusado a partir de agora, mas não pôde ser excluído: ele voltaria a valer depois de reiniciar.',
    freeSpaceThenRevoke: 'Libere espaço e revogue-o novamente.',
    waitThenRevoke: 'Aguarde um momento e revogue-o novamente.',
    tokenCannotRecord: 'O token “{name}” não tem a permissão “record”.',
    createTokenWithIt: 'Crie outro token com essa permissão; as permissões de um token nunca mudam.',
    tokenEndInPast: 'A data de expiração deste token já passou.',
    chooseLaterDate: 'Escolha uma data posterior ou nenhuma.',
    tooManyTokens: 'Já há {count} tokens.',
    revokeUnused: 'Revogue os que não são mais usados.',
    tokenInFile:
      'Este computador não tem chaveiro ({store}), então o token fica em um arquivo que só você pode ler.',
    tokenMayMove:
      'Não é preciso fazer nada. Com um serviço de chaveiro em execução, gere um novo token para guardá-lo lá.',
    tokenNotStoredDiskFull: 'O disco estava cheio, então o token só vale até o Quoth fechar.',
    freeSpaceThenNewToken: 'Libere espaço e crie um novo token.',
    tokenStoreLocked: '{store} está bloqueado ou não respondeu, então o token só vale até o Quoth fechar.',
    unlockKeyringRestart: 'Desbloqueie o chaveiro e abra o Quoth de novo para usar o token salvo.',
    tokenNameTaken: 'Já existe um token chamado “{name}”.',
    tokenNameShown: 'Já existe um token chamado “{name}”, e ele foi mostrado a alguém.',
    newTokenNotStored: 'O novo token não pôde ser salvo. O antigo não funciona mais.',
    newTokenNotStoredYet: 'O novo token não pôde ser salvo. O antigo não funciona até o Quoth fechar.',
    newTokenNotStoredDiskFull:
      'O disco está cheio, então o novo token não pôde ser salvo. O antigo não funciona mais.',
    newTokenNotStoredDiskFullYet:
      'O disco está cheio, então o novo token não pôde ser salvo. O antigo não funciona até o Quoth fechar.',
    unlockThenNewToken: 'Desbloqueie {store} e crie um novo token.',
    // Backups
    databaseDamagedAt: 'O banco de dados {path} está danificado.',
    moveDatabaseAside:
      'Mova o arquivo para outro lugar (guarde-o) e inicie o Quoth novamente, ou restaure-o de um backup. O áudio ao lado dele está intacto.',
    freeSpaceAtPath: 'Libere espaço onde está {path} e inicie o Quoth novamente.',
    dataOfNewerVersion: 'Os dados foram gravados por uma versão mais recente do Quoth.',
    installNewerVersion:
      'Instale novamente a versão mais recente, ou volte à cópia do banco de dados de antes da atualização (“quoth restore” lista as cópias). Nada foi alterado; o arquivo é {path}.',
    alreadyRunningHere: 'O Quoth já está em execução com esta pasta de dados.',
    backupOfNewerFormat: 'Este backup é do Quoth {version}, em um formato que esta versão não lê.',
    installThatVersion: 'Instale o Quoth {version} ou mais recente e restaure.',
    notABackup: 'Este arquivo não é um backup do Quoth.',
    chooseBackupFile: 'Escolha um arquivo de backup criado pelo Quoth. Nada foi alterado.',
    backupDamaged: 'Este backup está danificado ou incompleto.',
    copyBackupAgain: 'Copie o arquivo de novo da origem ou escolha outro backup. Nada foi alterado.',
    wrongPassphrase: 'Esta senha não abre as chaves do backup.',
    nothingWasChanged: 'Nada foi alterado.',
    nothingToBackUp: 'Não há nada para fazer backup em {folder}.',
    startOnceOrNameFolder: 'Inicie o Quoth uma vez, ou indique outra pasta de dados em QUOTH_HOME.',
    backupRunning: 'Já há um backup ou uma restauração em andamento.',
    waitUntilDone: 'Espere terminar e tente de novo.',
    backupInDataFolder: 'Um backup não pode ficar na própria pasta de dados.',
    chooseOtherFolder: 'Escolha outra pasta, de preferência em outro disco.',
    fileIsFolder: '{file} é uma pasta.',
    nameFileInFolder: 'Informe um arquivo dentro dela, como {path}.',
    fileIsDevice: '{file} é um dispositivo ou um link.',
    nameNewFile: 'Indique um arquivo novo.',
    fileExistsAlready: '{file} já existe.',
    otherNameOrDelete: 'Escolha outro nome ou exclua esse arquivo antes.',
    folderNotFound: 'A pasta {folder} não existe.',
    createFolderOrOther: 'Crie a pasta ou escolha outra.',
    tooLittleSpace: 'Falta espaço em {folder}: são necessários {megabytes} MB.',
    freeSpaceOrOtherDisk: 'Libere espaço ali ou escolha outro disco e tente de novo.',
    noFileAt: 'O arquivo {file} não existe.',
    pathIsNoFile: '{file} não é um arquivo.',
    nameABackup: 'Informe um backup.',
    restoreUnfinished: 'Uma restauração anterior não terminou.',
    startToFinishRestore: 'Inicie o Quoth uma vez: isso a conclui.',
    folderNotEmpty: '{path} não está vazia.',
    nameEmptyFolder:
      'Indique uma pasta nova ou vazia. Sem --into, o backup substitui o que o Quoth tem agora.',
    stopOtherCopy: 'Feche o outro antes.',
    restoreWithoutKeys: 'Tente de novo ou deixe a senha vazia para restaurar sem as chaves.',
    // Listeners
    apiPortInUse: 'Porta {port} indisponível (em uso por outro aplicativo): a API local continua desativada.',
    apiPortReplaced:
      'Porta {wanted} indisponível (em uso por outro aplicativo): a API local usa a porta {port}.',
    apiPortForbidden:
      'Porta {port} indisponível (não permitida para este usuário): a API local continua desativada.',
    apiPortReplacedForbidden:
      'Porta {wanted} indisponível (não permitida para este usuário): a API local usa a porta {port}.',
    setOtherPort:
      'Escolha outra porta, ou nenhuma, o que vale na hora; ou feche esse programa e ative a API local de novo.',
    giveOthersNewPort:
      'Aplicativos que leem o arquivo de descoberta encontram a porta; informe a nova aos demais.',
    discoveryNotWritten:
      'Não é possível gravar o arquivo de descoberta {path} ({why}), então a API local continua desativada.',
    makeRoomThenSwitchOn:
      'Remova o que está no lugar dele ou libere espaço em disco e ative a API local de novo.',
    folderWithThatName: 'há uma pasta com esse nome',
    unknownReason: 'motivo desconhecido',
    windowAddressUsedTwice:
      'O endereço de uma janela foi usado duas vezes, então ela foi fechada por segurança.',
    openNewWindow:
      'Abra outra. Se acontecer de novo, procure um programa que leia os endereços que seu navegador abre.',
    windowSessionEnded: 'A sessão desta janela terminou.',
    wyomingModeGone: 'O modo escolhido para o Wyoming não existe mais, então as solicitações falham.',
    wyomingStopped: 'O Quoth parou de escutar.',
    switchWyomingOn: 'Ative o Wyoming novamente nas configurações, ou inicie o Quoth.',
    apiOnAt: 'Ativado, em http://127.0.0.1:{port}.',
    wyomingOnAt: 'Ativado, em 127.0.0.1:{port}, para todos os aplicativos deste usuário.',
    listenerOff: 'Desativado.',
    openWindow: 'Execute “quoth start” para abrir outra.',
    chooseWyomingMode: 'Escolha outro, ou nenhum, em Configurações > Avançado.',
    chooseWyomingPort:
      'Feche esse programa e ative o Wyoming de novo, ou escolha outra porta em Configurações > Avançado.',
    wyomingPortInUse: 'A porta {port} está em uso por outro aplicativo; o Wyoming continua desativado.',
    wyomingPortForbidden: 'A porta {port} não pode ser usada; o Wyoming continua desativado.',
    controlFileNotWritten:
      'Não é possível gravar o arquivo {path}, com que os comandos encontram o aplicativo ({why}).',
    makeRoomThenStart:
      'Remova o que estiver no lugar dele ou libere espaço em disco, e inicie o Quoth novamente.',
    controlSocketNotOpened: 'Não foi possível abrir o socket da linha de comando. {reasons}.',
    setRuntimeFolder: 'Defina XDG_RUNTIME_DIR como uma pasta sua com modo 700 e caminho curto.',
    // Delivery
    focusMoved: 'O foco passou para outra janela, então o texto foi copiado.',
    pasteWhereYouWant: 'Cole onde quiser.',
    noWindowFocused: 'Nenhuma janela está em foco, então o texto foi copiado.',
    clickThenPaste: 'Clique onde quiser e cole.',
    passwordWindowFocused: 'A janela em foco pede uma senha, então o texto só foi copiado.',
    noPasteKey: 'O teclado não tem uma tecla para colar, então o texto foi copiado.',
    pasteByMenu: 'Cole pelo menu.',
    textNotAccepted: 'O aplicativo em foco não aceitou o texto, que foi copiado.',
    clickIntoField: 'Clique em um campo de texto e cole.',
    clipboardUsedByOther:
      'Outro aplicativo usou a área de transferência ao mesmo tempo, então o texto não foi inserido.',
    textIsInHistory: 'Ele está no histórico.',
    screenUnreachable: 'Não foi possível acessar a tela, então o texto não foi inserido.',
    keysNotAccepted:
      'O aplicativo em foco não aceita teclas do Quoth (no Windows, por ser executado como administrador), então o texto foi copiado.',
    pasteYourself: 'Cole lá manualmente.',
    keysNotPressed: 'O ambiente de trabalho não pressionou as teclas, então o texto foi copiado.',
    macKeysNotAllowed: 'O macOS ainda não deixa o Quoth pressionar teclas, então o texto foi copiado.',
    allowInAccessibility: 'Permita em Ajustes do Sistema > Privacidade e Segurança > Acessibilidade.',
    typingHidden:
      'Um aplicativo oculta o que é digitado, como fazem os campos de senha, então o texto só foi copiado.',
    leavePasswordField: 'Saia do campo de senha ou cole o texto manualmente.',
    writingNotAllowed: 'Copiado: inserir não é permitido.',
    desktopDeclinedKeys: 'Copiado: o ambiente de trabalho recusou as teclas.',
    allowKeyboard: 'Permita em Configurações > Geral.',
    screenWasLocked: 'A tela estava bloqueada, então o texto foi copiado.',
    acceptsTextUnknown:
      'Neste ambiente de trabalho, o Quoth não sabe se este aplicativo aceita texto e por isso o copiou.',
    cannotInsertHere:
      'Neste ambiente de trabalho, o Quoth não consegue inserir texto em outros aplicativos, então o texto foi copiado.',
    clipboardNotRestored:
      'O texto foi inserido, mas não foi possível restaurar todo o conteúdo anterior da área de transferência.',
    copyAgainIfNeeded: 'Copie de novo se ainda precisar.',
    noClipboard: 'Não há área de transferência disponível, então o texto não foi copiado.',
    installClipboard: 'Ele está no histórico. No Linux, instale wl-clipboard (Wayland) ou xclip (X11).',
    textCopied: 'Copiado',
    noTranscriptYet: 'Ainda não há transcrições.',
    interruptedTranscribed: 'O que você disse antes de o Quoth fechar está no histórico.',
    interruptedNotTranscribed: 'O que você disse antes de o Quoth fechar não foi transcrito.',
    transcribeFromHistory: 'Encontre a gravação no histórico e transcreva de novo.',
    selectAndTryAgain: 'Selecione o texto e tente de novo.',
    // Microphones
    noMicrophoneFound: 'Nenhum microfone encontrado.',
    plugMicrophoneIn: 'Conecte um ou permita o acesso nas configurações do sistema.',
    microphoneMissing: 'O microfone “{name}” não está conectado.',
    plugItInAgain: 'Conecte de novo; nenhum outro microfone foi encontrado.',
    plugItInOrChoose: 'Conecte de novo ou escolha outro. Disponíveis: {names}.',
    soundSystemSilent: 'O sistema de som deste computador não responde.',
    tryAgainOrLogOut: 'Tente de novo daqui a pouco. Se não adiantar, encerre a sessão e entre de novo.',
    microphonesUnreachable: 'Não foi possível acessar os microfones deste computador.',
    soundServerNeeded: 'É preciso um servidor de som, PulseAudio ou PipeWire:',
    microphonePartMissing: 'Reinstale o Quoth: falta o componente que lê os microfones.',
    microphone: 'Microfone',
    microphoneGaveNothing: '{name} foi aberto e não captou nada.',
    microphoneGivesSilence: '{name} só capta silêncio: pode estar no mudo.',
    microphoneWorks: '{name} funciona; som mais alto agora: {level} dB.',
    chooseOtherMicrophone: 'Escolha outro em Configurações > Geral.',
    // Keys
    shortcutReplaced: 'Outro aplicativo usa {taken}, então o atalho agora é {free}.',
    shortcutsTaken: 'Outro aplicativo usa {taken}, então o Quoth não pode usar.',
    both: '{first} e {second}',
    chooseOtherKeys: 'Escolha outras teclas em Configurações > Atalhos.',
    bindKeys:
      'No ambiente de trabalho, crie um atalho para o comando “quoth dictate toggle”; onde é possível, “quoth dictate bind” faz isso.',
    modeChosen: 'Modo: {mode}',
    nextModeChosen: 'Modo da próxima gravação: {mode}',
    sameShortcutTwice: 'Outra ação usa o mesmo atalho.',
    keyProcessStopped:
      'O processo que recebe as teclas não está funcionando. O Quoth continua tentando reiniciá-lo.',
    desktopLetsNoKeys: 'Este ambiente de trabalho não deixa nenhum aplicativo receber teclas.',
    shortcutTaken: 'Outro aplicativo já usa este atalho.',
    noSuchKey: 'Este teclado não tem essa tecla.',
    keyForDebuggers: 'O Windows reserva F12 para depuradores.',
    windowsRefusedShortcut: 'O Windows recusou este atalho.',
    macRefusedShortcut: 'O macOS recusou este atalho.',
    macHidesModifiers:
      'O macOS não deixa o Quoth ver teclas modificadoras sozinhas: permita em Ajustes do Sistema > Privacidade e Segurança > Acessibilidade.',
    xServerUnreachable: 'Não foi possível acessar o servidor X.',
    escapeAlwaysTaken:
      'Neste ambiente de trabalho, o Quoth teria de tirar a tecla Esc de todos os aplicativos o tempo todo. Cancele pelo indicador ou escolha teclas com um modificador.',
    desktopAskedForShortcut:
      'O ambiente de trabalho está perguntando sobre este atalho. Procure o diálogo dele.',
    desktopDeclinedShortcut:
      'O ambiente de trabalho recusou. Escolha outro atalho ou abra o Quoth de novo para ele perguntar outra vez.',
    desktopGaveNoKeys: 'O ambiente de trabalho não atribuiu teclas. Escolha-as nas configurações dele.',
    modifierNotHeldHere:
      'Neste ambiente de trabalho, não é possível segurar só um modificador. Escolha outras teclas nas configurações dele.',
    shortcutServiceFailed: 'O serviço de atalhos do seu desktop não funciona: {why}',
    writeKeysInHyprland: 'Atribua teclas a eles em hyprland.conf, por exemplo: {line}',
    desktopDecidesKeys:
      'Quem decide estas teclas é o ambiente de trabalho. O que você define aqui é uma sugestão; mude nas configurações dele.',
  },
  sentences: {
    'The transcription queue is full: {count} are waiting.':
      'A fila de transcrições está cheia: {count} aguardando.',
    'Try again; if the problem persists, report it with the request id.':
      'Tente de novo. Se o problema continuar, relate-o com o ID da solicitação.',
    'Try again; if the problem persists, report it with the request id {id}.':
      'Tente de novo. Se o problema continuar, relate-o com o ID da solicitação {id}.',
    'Free some space where the data folder lies, then try again.':
      'Libere espaço no disco da pasta de dados e tente de novo.',
    'Wait until the work on it is done, then try again.':
      'Espere o trabalho em andamento terminar e tente de novo.',
    'Ask the operator of the gateway for more credit, or choose a model on this machine.':
      'Peça mais saldo a quem administra o gateway ou escolha um modelo neste computador.',
    'Check its permissions.': 'Confira as permissões dele.',
    'Try again, or try another model.': 'Tente de novo ou com outro modelo.',
    'Check that the right microphone or file was used.': 'Confira se o microfone ou o arquivo é o certo.',
    'Unlock it and try again.': 'Desbloqueie e tente de novo.',
    'Another program has locked the database of Quoth.': 'Outro programa bloqueou o banco de dados do Quoth.',
    'Close the program that has quoth.db open, such as a database browser or a backup, then try again.':
      'Feche o programa que está com o quoth.db aberto, como um visualizador de banco de dados ou um backup, e tente de novo.',
    'The database of Quoth is damaged.': 'O banco de dados do Quoth está danificado.',
    'See Models.': 'Veja em Modelos.',
    'See Modes.': 'Veja em Modos.',
    'See Settings, API keys.': 'Veja em Configurações > Chaves de API.',
    'See “Check this machine” under Settings, About.':
      'Use “Verificar este computador” em Configurações > Sobre.',
    'History lists them.': 'Estão no Histórico.',
    'Wait a moment, then try again.': 'Espere um momento e tente de novo.',
    'Try again.': 'Tente de novo.',
    'Move the file into your home folder, or allow its folder under Settings, API Server.':
      'Mova o arquivo para sua pasta pessoal ou permita a pasta dele em Configurações > Servidor de API.',
    'Allow it under Settings, Advanced.': 'Permita em Configurações > Avançado.',
    'Wait until it is done, or cancel it; then try again.': 'Espere terminar, ou cancele, e tente de novo.',
    'Start Quoth again, and send the audio once more.': 'Abra o Quoth de novo e envie o áudio outra vez.',
    'Start Quoth again; the text will be in History.': 'Abra o Quoth de novo; o texto estará no Histórico.',
    'Remove it and download it again under Models.': 'Remova o modelo e baixe de novo em Modelos.',
    'Download it again under Models.': 'Baixe o modelo de novo em Modelos.',
    'Use “Check this machine” under Settings, About: it says how to install it.':
      'Use “Verificar este computador” em Configurações > Sobre para ver como instalar.',
    'Raise the memory limit under Settings, Advanced, or split the audio into parts.':
      'Aumente o limite de memória em Configurações > Avançado ou divida o áudio em partes.',
    'Choose the automatic device under Settings, Advanced, or plug the device in again.':
      'Escolha o dispositivo automático em Configurações > Avançado ou conecte o dispositivo de novo.',
    'Set the key under Settings, API keys.': 'Informe a chave em Configurações > Chaves de API.',
    'Set one under Settings, API keys.': 'Informe uma em Configurações > Chaves de API.',
    'Set a valid key under Settings, API keys.': 'Informe uma chave válida em Configurações > Chaves de API.',
    'Set another one under Settings, API keys.': 'Informe outra em Configurações > Chaves de API.',
    'Ask its operator for more credit; Settings, API keys shows what is left.':
      'Peça mais saldo a quem administra o gateway; Configurações > Chaves de API mostra quanto resta.',
    'Set a key, or add a server of your own, under Settings, API keys.':
      'Informe uma chave ou adicione um servidor seu em Configurações > Chaves de API.',
    'Start Ollama or LM Studio and add it under Settings, API keys.':
      'Abra o Ollama ou o LM Studio e adicione-o em Configurações > Chaves de API.',
    'Start a keyring service. Or, if a file that only you can read is safe enough, choose Files under Settings, Advanced; then try again.':
      'Inicie um serviço de chaveiro. Ou, se um arquivo que só você pode ler for seguro o bastante, escolha “Arquivos” em Configurações > Avançado e tente de novo.',
    'Quoth started itself again after an error of its own. Every recording is kept.':
      'O Quoth reiniciou depois de um erro interno. Todas as gravações estão salvas.',
    'The microphone library does not load.': 'Não foi possível carregar a biblioteca do microfone.',
    'The window has not been built yet.': 'A janela ainda não foi compilada.',
    'No browser could be opened: none exists, or no screen to show it on.':
      'Não foi possível abrir um navegador: não há nenhum, ou não há tela para mostrá-lo.',
    'Quoth was closed before the work was finished.': 'O Quoth foi fechado antes de terminar.',
    'The speech engine failed on this audio.': 'O mecanismo de reconhecimento falhou com este áudio.',
    '{model} stopped responding and was stopped.': '{model} parou de responder e foi encerrado.',
    '{model} took too long for this audio and was stopped.':
      '{model} demorou demais com este áudio e foi encerrado.',
    'Try again when the machine is less busy, or split the audio into parts.':
      'Tente de novo quando o computador estiver menos ocupado ou divida o áudio em partes.',
    '{model} took more than {size} MB of memory and was stopped.':
      '{model} usou mais de {size} MB de memória e foi encerrado.',
    '{model} exited unexpectedly ({how}).': '{model} fechou inesperadamente ({how}).',
    'Try again: the next transcription restarts it. The recording is kept.':
      'Tente de novo: a próxima transcrição reinicia o mecanismo. A gravação está salva.',
    'Speech was detected, but no words could be recognised.':
      'Há fala no áudio, mas nenhuma palavra foi reconhecida.',
    'Speak closer to the microphone, or choose a model that supports the spoken language.':
      'Fale mais perto do microfone ou escolha um modelo para o idioma falado.',
    "{model} can't run on the selected device ({device}): it is missing or not ready.":
      '{model} não pode usar o dispositivo selecionado ({device}): ele não existe ou não está pronto.',
    'The file of the model {model} is missing.': 'O arquivo do modelo {model} não foi encontrado.',
    'The file of the model {model} is damaged: {how}.': 'O arquivo do modelo {model} está danificado: {how}.',
    '{model} needs about {needed} of memory, and {free}.':
      '{model} precisa de cerca de {needed} de memória ({free}).',
    'This model does not translate.': 'Este modelo não traduz.',
    'This model cannot detect the spoken language.': 'Este modelo não detecta o idioma falado.',
    'This model does not support the language "{language}".':
      'Este modelo não reconhece o idioma “{language}”.',
    'The audio is larger than {size} MiB.': 'O áudio tem mais de {size} MiB.',
    'Split it into parts, or compress it.': 'Divida em partes ou comprima.',
    'The audio is empty.': 'O áudio está vazio.',
    'This is not audio, regardless of its file name or content type.':
      'Isto não é áudio, apesar do nome ou do tipo do arquivo.',
    'Supported formats are {formats}; with FFmpeg also {more}.':
      'Formatos aceitos: {formats}; com FFmpeg, também {more}.',
    'The disk is full, so the audio could not be kept.':
      'O disco está cheio, então o áudio não pôde ser guardado.',
    'Free some space in the data folder and send it again.':
      'Libere espaço na pasta de dados e envie de novo.',
    'The audio is damaged.': 'O áudio está danificado.',
    'The audio contains no samples.': 'O áudio não contém som.',
    'The file contains no audio track.': 'O arquivo não contém faixa de áudio.',
    'The file has no sound, only video.': 'O arquivo não tem som, só vídeo.',
    'Export it again with its sound.': 'Exporte de novo com o som.',
    'Split it into parts and send them one by one.': 'Divida em partes e envie uma por uma.',
    'Check that the file plays, or export it again as wav or mp3.':
      'Confira se o arquivo toca ou exporte de novo como WAV ou MP3.',
    'Check that the file plays to its end, or export it again as wav or mp3.':
      'Confira se o arquivo toca até o fim ou exporte de novo como WAV ou MP3.',
    'The audio is damaged: only the first {seconds} s of it can be decoded.':
      'O áudio está danificado: só é possível ler os primeiros {seconds} s.',
    'The disk is full, so the audio could not be decoded. The recording is kept.':
      'O disco está cheio, então não foi possível ler o áudio. A gravação está salva.',
    'Free some space in the data folder, then transcribe the recording again.':
      'Libere espaço na pasta de dados e transcreva a gravação de novo.',
    'The audio of this recording no longer exists.': 'O áudio desta gravação não existe mais.',
    'Its transcript can still be read.': 'Ainda é possível ler a transcrição.',
    'There is no API key for {provider}.': 'Não há chave de API para {provider}.',
    '{provider} rejected its API key (status {status}).':
      '{provider} recusou a chave de API (status {status}).',
    '{provider} rejected its API key ({why}).': '{provider} recusou a chave de API ({why}).',
    '{provider} rejected its API key.': '{provider} recusou a chave de API.',
    '{provider} rejected the key.': '{provider} recusou a chave.',
    '{provider} cannot be reached: {why}.': 'Sem acesso a {provider}: {why}.',
    '{provider} cannot be reached.': 'Sem acesso a {provider}.',
    '{provider} did not answer within {time}.': '{provider} não respondeu em {time}.',
    '{provider} has an outage (status {status}).': '{provider} está fora do ar (status {status}).',
    '{provider} refused the request (status {status}).':
      '{provider} recusou a solicitação (status {status}).',
    '{provider} sent an answer that cannot be read.': '{provider} enviou uma resposta ilegível.',
    '{provider} does not accept uploads this large.': '{provider} não aceita arquivos tão grandes.',
    '{provider} does not allow this with the current API key (status 403).':
      '{provider} não permite isso com a chave de API atual (status 403).',
    '{provider} accepted the audio but could not transcribe it.':
      '{provider} aceitou o áudio, mas não conseguiu transcrever.',
    'The account with {provider} has no credit left for this recording.':
      'O saldo da conta em {provider} não basta para esta gravação.',
    'Check the network, then try again.': 'Confira a rede e tente de novo.',
    'The text is unchanged.': 'O texto não mudou.',
    'No language model is set up.': 'Nenhum modelo de linguagem está configurado.',
    'No language model on this machine is set up.':
      'Nenhum modelo de linguagem está configurado neste computador.',
    'Editing by voice needs a language model.': 'Editar por voz requer um modelo de linguagem.',
    'The language model answered the text instead of rewriting it.':
      'O modelo de linguagem respondeu ao texto em vez de reescrever.',
    'The language model returned no text.': 'O modelo de linguagem não devolveu texto.',
    'The language model left its reasoning in the text.':
      'O modelo de linguagem deixou o próprio raciocínio no texto.',
    'The language model repeated its instructions instead of the text.':
      'O modelo de linguagem repetiu as instruções em vez do texto.',
    'The language model mixed its instructions into the text.':
      'O modelo de linguagem misturou as instruções ao texto.',
    'The language model refused to rewrite the text.':
      'O modelo de linguagem se recusou a reescrever o texto.',
    'The language model wrote far more than was said.':
      'O modelo de linguagem escreveu muito mais do que foi dito.',
    'The language model changed the language of the text.': 'O modelo de linguagem mudou o idioma do texto.',
    'The language model left out much of what was said.':
      'O modelo de linguagem deixou de fora boa parte do que foi dito.',
    'The selected text stays as it is.': 'O texto selecionado continua como está.',
    '{provider} accepts no more requests right now ({why}): too many at once, or no credit left.':
      '{provider} não aceita mais solicitações agora ({why}): são muitas ao mesmo tempo, ou o saldo acabou.',
    '{provider} took too long: {why}.': '{provider} demorou demais: {why}.',
    '{provider} does not know the model ({why}). Choose another one.':
      '{provider} não conhece o modelo ({why}). Escolha outro.',
    '{provider} refused the request: {why}.': '{provider} recusou a solicitação: {why}.',
    '{provider} returned no usable answer: {why}.': '{provider} não deu uma resposta válida: {why}.',
    '{provider} returned an incomplete answer: {why}.': '{provider} deu uma resposta incompleta: {why}.',
    'Choose this language, or auto.': 'Escolha este idioma, ou auto.',
    '{model} translates {language} roughly, and may write what was not said.':
      '{model} traduz {language} só por alto e pode escrever o que não foi dito.',
    'The speech seems to be {language}, and {expected} was expected.':
      'A fala parece estar em {language}, e o esperado era {expected}.',
    '{model} is unsure of most words: the speech is unclear, or not {expected}.':
      '{model} não tem certeza da maioria das palavras: a fala não está clara ou não é em {expected}.',
    'No model in the catalog supports this language.': 'Nenhum modelo do catálogo reconhece este idioma.',
    'The mode uses the tier "{tier}" of Quoth cloud, but no gateway is set up.':
      'O modo usa a precisão “{tier}” do Quoth cloud, mas nenhum gateway está configurado.',
    'No cloud provider that transcribes has an API key.':
      'Nenhum provedor de nuvem que transcreve tem chave de API.',
    'No model was chosen for {provider}.': 'Nenhum modelo foi escolhido para {provider}.',
    'The model {model} does not translate.': 'O modelo {model} não traduz.',
    'The model {model} cannot detect the spoken language.': 'O modelo {model} não detecta o idioma falado.',
    'The model {model} does not support the language "{language}".':
      'O modelo {model} não reconhece o idioma “{language}”.',
    'No installed speech model translates.': 'Nenhum modelo de reconhecimento instalado traduz.',
    'The recording {id} is being processed.': 'A gravação {id} está sendo processada.',
    'This recording was not rewritten.': 'Esta gravação não foi reescrita.',
    'The audio was missing when Quoth restarted.': 'O áudio não foi encontrado quando o Quoth reiniciou.',
    'Stopped after {count} attempts, each ended by a crash. The audio is kept.':
      'Parou depois de {count} tentativas; todas travaram. O áudio está salvo.',
    'The mode "{mode}" has rewriting turned off.': 'A reescrita está desativada no modo “{mode}”.',
    'The text is empty.': 'O texto está vazio.',
    'The action "{name}" has paused {why}. Texts wait for it until it is resumed.':
      'A ação “{name}” foi pausada ({why}). Os textos aguardam até ela ser retomada.',
    'Exited with status 0.': 'Terminou com status 0.',
    'Port {port} {why}, so the local API stays off.':
      'Porta {port} indisponível ({why}): a API local continua desativada.',
    'Port {wanted} {why}; the local API uses port {port} instead.':
      'Porta {wanted} indisponível ({why}): a API local usa a porta {port}.',
    'This machine has no secure store ({store}), so provider keys are stored in files that only you can read, as you chose.':
      'Este computador não tem chaveiro ({store}), então as chaves dos provedores ficam em arquivos que só você pode ler, como você escolheu.',
    Accessibility: 'Acessibilidade',
    Clipboard: 'Área de transferência',
    Indicator: 'Indicador',
    Screen: 'Tela',
    'Session bus': 'Barramento de sessão',
    Shortcuts: 'Atalhos',
    'Writing at the cursor': 'Inserção no cursor',
    'Quoth has not been run on macOS yet.': 'O Quoth ainda não foi executado no macOS.',
    'macOS does not let Quoth press keys: texts are copied, and modifiers alone do not start a dictation.':
      'O macOS não deixa o Quoth pressionar teclas: os textos são copiados, e modificadores sozinhos não iniciam um ditado.',
    'In System Settings > Privacy & Security > Accessibility, allow the program that starts Quoth, such as your terminal.':
      'Em Ajustes do Sistema > Privacidade e Segurança > Acessibilidade, permita o aplicativo que abre o Quoth, como o terminal.',
    'The indicator could not be shown: while a microphone is open, a notification or the tray icon says so.':
      'Não foi possível mostrar o indicador: com o microfone aberto, uma notificação ou o ícone da bandeja avisa.',
    'In a terminal of your desktop:': 'Em um terminal do ambiente de trabalho:',
    'Reload the window.': 'Recarregue a janela.',
    'In a terminal:': 'Em um terminal:',
    'Quoth was started where there is no screen: no keys, no indicator, nothing is written or copied.':
      'O Quoth foi aberto onde não há tela: sem teclas, sem indicador, e nada é inserido nem copiado.',
    'This desktop lets no program have keys (it has no portal for global shortcuts).':
      'Este ambiente de trabalho não deixa nenhum aplicativo receber teclas (não tem um portal para atalhos globais).',
    'There is no program that copies texts: they are only in the history.':
      'Não há programa que copie textos: eles ficam só no histórico.',
    'The portal of this desktop lets no program press keys: texts are copied.':
      'O portal deste ambiente de trabalho não deixa aplicativos pressionarem teclas: os textos são copiados.',
    'Your desktop has not been asked whether Quoth may press keys: texts are copied.':
      'O ambiente de trabalho ainda não perguntou se o Quoth pode pressionar teclas: os textos são copiados.',
    'Your desktop is asking whether Quoth may press keys. Look for its dialog.':
      'O ambiente de trabalho está perguntando se o Quoth pode pressionar teclas. Procure o diálogo dele.',
    'Your desktop does not let Quoth press keys: texts are copied.':
      'O ambiente de trabalho não deixa o Quoth pressionar teclas: os textos são copiados.',
    'Quoth was started without the session bus of a desktop: there is no tray icon.':
      'O Quoth foi aberto sem o barramento de sessão de um ambiente de trabalho: não há ícone na bandeja.',
    '{path} cannot be written.': 'Não é possível gravar em {path}.',
    '{path} has only {size} MB left.': 'Restam só {size} MB em {path}.',
    '{path}, {size} MB free.': '{path}, {size} MB livres.',
    'Not installed: m4a and aac cannot be decoded, other formats take longer.':
      'Não instalado: não é possível ler m4a e aac, e outros formatos demoram mais.',
    'fastest English': 'inglês, o mais rápido',
    'live English': 'inglês, ao vivo',
    'quick English': 'inglês, rápido',
    'best English': 'inglês, o mais preciso',
    '25 European languages': '25 idiomas europeus',
    'the fewest errors among the fastest models; with word timestamps':
      'o que menos erra entre os modelos mais rápidos; com o tempo de cada palavra',
    'the fewest errors among models that transcribe while you speak; with word timestamps':
      'o que menos erra entre os que transcrevem enquanto você fala; com o tempo de cada palavra',
    'the fewest errors of all; large and slow, without timestamps for captions':
      'o que menos erra de todos; grande e lento, sem os tempos para legendas',
    'detects the language automatically; with word timestamps; smaller than Canary 1B v2':
      'detecta o idioma automaticamente; com o tempo de cada palavra; menor que o Canary 1B v2',
    '100 languages': '100 idiomas',
    'good in English, rough in most other languages; detects the language automatically; with timestamps and translation into English':
      'bom em inglês, impreciso na maioria dos outros idiomas; detecta o idioma automaticamente; com marcações de tempo e tradução para o inglês',
    'English only; quick on any machine; without timestamps for captions':
      'só inglês; rápido em qualquer computador; sem marcações de tempo para legendas',
    '99 languages': '99 idiomas',
    'detects the language automatically; half the size of Whisper Large v3, with nearly as few errors':
      'detecta o idioma automaticamente; metade do tamanho do Whisper Large v3, com quase tão poucos erros',
    'is in use by another program': 'em uso por outro aplicativo',
    'may not be used by this user': 'não permitida para este usuário',
    'because the receiver answered that its address is gone (410)':
      'o destino respondeu que o endereço não existe mais, 410',
    'after {count} failed attempts in a row': '{count} falhas seguidas',
    'the connection was refused': 'conexão recusada',
    'its host name was not found; this machine may be offline':
      'nome não encontrado; este computador pode estar sem internet',
    'there is no network': 'sem rede',
    'there is no route to it': 'sem rota até ele',
    'the connection was lost': 'a conexão caiu',
    'the connection took too long': 'a conexão demorou demais',
    'it closed the connection while data was being sent': 'conexão fechada durante o envio',
    'its certificate is not trusted by this machine': 'este computador não confia no certificado',
    'there was no connection': 'sem conexão',
    'no connection': 'sem conexão',
    'no connection ({code})': 'sem conexão ({code})',
    'no answer in {seconds} s': 'sem resposta em {seconds} s',
    'it answered HTTP {status}': 'respondeu HTTP {status}',
    'it answered with status {status}': 'respondeu com status {status}',
    'it redirects elsewhere, and redirects are not followed':
      'redireciona para outro endereço, e redirecionamentos não são seguidos',
    'there was no answer within {seconds} s': 'sem resposta em {seconds} s',
    'the answer was cut off before its end': 'a resposta foi cortada antes do fim',
    "the provider's own filter blocked the answer": 'o filtro do provedor bloqueou a resposta',
    'the answer is too large for a text': 'a resposta é grande demais para um texto',
    'the connection was lost before the answer was complete': 'a conexão caiu antes do fim da resposta',
    "the answer does not match the provider's documentation":
      'a resposta não segue a documentação do provedor',
    'it could not be started': 'não foi possível iniciar',
    'code {code}': 'código {code}',
    'the engine does not accept it': 'o mecanismo não o aceita',
    'it has {found} bytes instead of {size}': 'tem {found} bytes em vez de {size}',
    'less is free': 'há menos livre',
    '{size} are free': '{size} livres',
    "one of the model's {count} languages": 'um dos {count} idiomas do modelo',
    "{provider} accepts no more requests right now: the account's limit has been reached or its credit has run out.":
      '{provider} não aceita mais solicitações agora: o limite da conta foi atingido ou o saldo acabou.',
    "{provider} accepts no more requests right now: the account's limit has been reached or its credit has run out (it asks to wait {seconds} s).":
      '{provider} não aceita mais solicitações agora: o limite da conta foi atingido ou o saldo acabou (pede para esperar {seconds} s).',
    '{provider} rejected the key (HTTP {status}).': '{provider} recusou a chave (HTTP {status}).',
    '{model} noted speech in a language that it does not know: the speech may not be {expected}.':
      '{model} notou um idioma que não conhece: talvez a fala não seja em {expected}.',
    'The text reads like another language: the speech may not be {expected}.':
      'O texto parece de outro idioma: talvez a fala não seja em {expected}.',
    'Quoth exited during this recording; up to a second at its end may be missing.':
      'O Quoth fechou durante esta gravação; pode faltar até um segundo no final.',
    'This recording is being processed.': 'Esta gravação está sendo processada.',
    'The provider has been removed.': 'O provedor foi removido.',
    'The provider of the mode "{mode}" does not exist. Choose another one in the mode.':
      'O provedor do modo “{mode}” não existe. Escolha outro no modo.',
    'There are {count} servers already, which is the limit.': 'Já há {count} servidores, que é o limite.',
    'Remove one that is no longer used.': 'Remova um que você não usa mais.',
    'There is already a provider called "{name}".': 'Já existe um provedor chamado “{name}”.',
    'Something is being recorded, transcribed or downloaded.':
      'Há uma gravação, uma transcrição ou um download em andamento.',
    'Wait until it is done, or cancel it.': 'Espere terminar ou cancele.',
    '“{path}” does not say in which folder the file is.': '“{path}” não diz em que pasta o arquivo está.',
    'The clock has jumped ahead since Quoth last ran, so nothing is deleted by its age for now.':
      'O relógio saltou para a frente desde a última execução do Quoth; por enquanto nada é excluído pela idade.',
    'If the date is right, nothing needs to be done: deletion resumes when Quoth has run for a day.':
      'Se a data estiver certa, não é preciso fazer nada: a exclusão continua quando o Quoth tiver funcionado por um dia.',
    '{path} is a link to another folder, and Quoth deletes what is in this one.':
      '{path} é um link para outra pasta, e o Quoth exclui o que está nesta.',
    'Remove the link, then start Quoth again. Nothing was deleted.':
      'Remova o link e inicie o Quoth de novo. Nada foi excluído.',
    'Move it aside, then start Quoth again.': 'Mova-o para outro lugar e inicie o Quoth de novo.',
    'The database was missing or empty, so the history is new. The audio of earlier recordings is still in {path}.':
      'O banco de dados não existia ou estava vazio, por isso o histórico é novo. O áudio de gravações anteriores ainda está em {path}.',
    'Restore a backup, or a copy of the database, to have their texts again.':
      'Restaure um backup ou uma cópia do banco de dados para ter os textos de volta.',
    'The disk of the data folder is read-only, so nothing can be saved.':
      'O disco da pasta de dados é somente leitura, então nada pode ser salvo.',
    'The data folder may not be written to, so nothing can be saved.':
      'Não é permitido gravar na pasta de dados, então nada pode ser salvo.',
    'The disk of the data folder reports an error, so nothing can be saved.':
      'O disco da pasta de dados informa um erro, então nada pode ser salvo.',
    'What could not be saved was not changed. Put that right, then try again.':
      'O que não pôde ser salvo não foi alterado. Corrija isso e tente de novo.',
    'The search took too long.': 'A busca demorou demais.',
    'This name cannot be the name of a file.': 'Este nome não pode ser nome de arquivo.',
    'A name has letters, digits, spaces, ".", "_" and "-", and begins with a letter or digit.':
      'Um nome tem letras, números, espaços, “.”, “_” e “-” e começa com letra ou número.',
    'A name is one line of visible characters.': 'Um nome é uma linha de caracteres visíveis.',
    'A mode needs a name.': 'Um modo precisa de um nome.',
    'A name has at most {count} characters.': 'Um nome tem no máximo {count} caracteres.',
    'A name must not contain invisible characters, or ones that change the direction of text.':
      'Um nome não pode ter caracteres invisíveis nem que mudem a direção do texto.',
    'Write the word or phrase.': 'Escreva a palavra ou a frase.',
    'A word or phrase has at most {count} characters.':
      'Uma palavra ou frase tem no máximo {count} caracteres.',
    'A word or phrase must not contain invisible characters, or ones that change the direction of text.':
      'Uma palavra ou frase não pode ter caracteres invisíveis nem que mudem a direção do texto.',
    'Put the two sides of an arrow into separate fields.':
      'Coloque os dois lados da seta em campos separados.',
    'The file is too large for a vocabulary.': 'O arquivo é grande demais para um vocabulário.',
    'The key is empty.': 'A chave está vazia.',
    'The key is too long.': 'A chave é longa demais.',
    'A key must be ASCII without spaces.': 'Uma chave não tem espaços nem acentos.',
    'This is no web address.': 'Isto não é um endereço da web.',
    'Leave user name and password out; a key goes beside it.':
      'Sem nome de usuário nem senha; a chave tem um campo próprio.',
    'Leave out what follows "?" or "#".': 'Remova o que vem depois de “?” ou “#”.',
    'Give an https address; http is for this machine only.':
      'Informe um endereço https; http só funciona neste computador.',
    'Give an https address (or http on this machine) without a user name, query or fragment.':
      'Informe um endereço https (ou http neste computador) sem nome de usuário, “?” nem “#”.',
    'Name a program.': 'Informe um programa.',
    'Give the full path.': 'Informe o caminho completo.',
    'The path cannot contain "..".': 'O caminho não pode conter “..”.',
    'There is no {placeholder} here. Use {list}.': '{placeholder} não existe aqui. Use {list}.',
    'Give an address such as https://example.com/quoth.':
      'Informe um endereço como https://example.com/quoth.',
    'The address cannot contain a user name or password.':
      'O endereço não pode conter nome de usuário nem senha.',
    'Use https: without it, what you say would be readable on the network. http is allowed for addresses of this machine only.':
      'Use https: sem ele, o que você diz poderia ser lido na rede. http só é permitido para endereços deste computador.',
    'No backup was checked.': 'Nenhum backup foi verificado.',
    'Choose one first.': 'Escolha um antes.',
    'The process for backups has ended before it was done.': 'O processo de backup terminou antes do fim.',
    'The secure store for keys is locked or did not respond.': 'O chaveiro está bloqueado ou não respondeu.',
    'This machine has no secure store for keys.': 'Este computador não tem chaveiro.',
    '{count} copy in {folder}, {size}.': '{count} cópia em {folder}, {size}.',
    '{count} copies in {folder}, {size}.': '{count} cópias em {folder}, {size}.',
    'The latest is deleted on {date}.': 'A mais recente será excluída em {date}.',
    'Stop Quoth and restore quoth.db in the data folder from a backup, or move it aside to start with an empty history.':
      'Feche o Quoth e restaure o quoth.db na pasta de dados a partir de um backup, ou mova o arquivo para começar com um histórico vazio.',
    'The audio next to it is untouched.': 'O áudio ao lado continua intacto.',
    'Send again what was refused at that moment. The log has the details: {path}.':
      'Envie de novo o que foi recusado naquele momento. Os detalhes estão no registro: {path}.',
    'A sound server is needed, PulseAudio or PipeWire: {command}':
      'É preciso um servidor de som, PulseAudio ou PipeWire: {command}',
    'The file is larger than {size} GiB.': 'O arquivo tem mais de {size} GiB.',
    'No speech model is that large: choose another file.':
      'Nenhum modelo de reconhecimento é tão grande: escolha outro arquivo.',
    '{count} uploads are already in progress.': 'Já há {count} envios em andamento.',
    'Wait until one of them has finished, then try again.': 'Espere um deles terminar e tente de novo.',
    'The path contains a loop of symbolic links.': 'O caminho contém links simbólicos em círculo.',
    'A path has at most {count} characters.': 'Um caminho tem no máximo {count} caracteres.',
    'The file name is too long.': 'O nome do arquivo é longo demais.',
    'This is not a regular file.': 'Este não é um arquivo comum.',
    'Name a file, not a folder, pipe or device.':
      'Informe um arquivo, não uma pasta, um pipe ou um dispositivo.',
    'This is a symbolic link, which is not followed.': 'Este é um link simbólico, que não é seguido.',
    'Give the path of the file itself.': 'Informe o caminho do próprio arquivo.',
    'This is a folder.': 'Esta é uma pasta.',
    'Give the path of a file.': 'Informe o caminho de um arquivo.',
    'Its signing secret is missing.': 'Falta o segredo de assinatura.',
    'Make a new one for this action.': 'Crie um novo para esta ação.',
    'This name does not lead to this machine, and http goes nowhere else.':
      'Este nome não leva a este computador, e http só funciona aqui.',
    'Use https.': 'É preciso usar https.',
    'There is no program "{program}".': 'O programa “{program}” não existe.',
    'Give its full path, or check that it is on the PATH.':
      'Informe o caminho completo ou confira se ele está no PATH.',
    '"{program}" may not be executed.': '“{program}” não pode ser executado.',
    'Make it executable, such as with: chmod u+x': 'Torne-o executável, por exemplo com: chmod u+x',
    '"{program}" is not a program.': '“{program}” não é um programa.',
    'A script begins with a line such as #!/bin/sh': 'Um script começa com uma linha como #!/bin/sh',
    '"{program}" cannot be started without a shell.': '“{program}” não pode ser iniciado sem um shell.',
    'Name the program that runs it, such as cmd.exe with /c, as the command.':
      'Informe como comando o programa que o executa, como cmd.exe com /c.',
    'Quoth was closed.': 'O Quoth foi fechado.',
    'What an edit by voice replaced is kept in memory for ten minutes.':
      'O que uma edição por voz substituiu fica dez minutos na memória.',
    'The program that has the text may undo it.': 'O aplicativo com o texto talvez possa desfazer.',
    'Data folder': 'Pasta de dados',
    'Audio decoder FFmpeg': 'Decodificador de áudio FFmpeg',
    'Neural speech models (transcribe.cpp)': 'Modelos de reconhecimento neurais (transcribe.cpp)',
    'Copies of the database': 'Cópias do banco de dados',
    Notice: 'Aviso',
    'API Server': 'Servidor de API',
    '{path}, model {model}.': '{path}, modelo {model}.',
    'Not found: {list}.': 'Não encontrado: {list}.',
    'The package {package} is not installed.': 'O pacote {package} não está instalado.',
    'There is no prebuilt library for {system}; cloud providers work without it.':
      'Não há biblioteca pronta para {system}; os provedores na nuvem funcionam sem ela.',
    'Ready, {count} model installed.': 'Pronto, {count} modelo instalado.',
    'Ready, {count} models installed.': 'Pronto, {count} modelos instalados.',
    'Ready, but no model is installed.': 'Pronto, mas nenhum modelo está instalado.',
    '{model} has an architecture that this version of Quoth does not support.':
      '{model} tem uma arquitetura que esta versão do Quoth não suporta.',
    'Update Quoth, or choose another model.': 'Atualize o Quoth ou escolha outro modelo.',
    'Close other programs, or choose a smaller model.':
      'Feche outros aplicativos ou escolha um modelo menor.',
    'Choose another model or language.': 'Escolha outro modelo ou outro idioma.',
    'The engine cannot load it.': 'O mecanismo não consegue carregá-lo.',
    'The engine crashed while loading it.': 'O mecanismo travou ao carregá-lo.',
    'Download the file again, or choose another model.': 'Baixe o arquivo de novo ou escolha outro modelo.',
    'Specify it: one of {languages}.': 'Informe qual: {languages}.',
    'Remove the package instead.': 'Remova o pacote.',
    'The credit with {provider} has run out.': 'O saldo em {provider} acabou.',
    'The credit with {provider} will last for about {minutes} more minute of speech.':
      'O saldo em {provider} dá para mais {minutes} minuto de fala.',
    'The credit with {provider} will last for about {minutes} more minutes of speech.':
      'O saldo em {provider} dá para mais uns {minutes} minutos de fala.',
    'Ask its operator for more credit, or choose a model on this machine.':
      'Peça mais saldo ao responsável ou escolha um modelo neste computador.',
    'Check the address and the token.': 'Confira o endereço e o token.',
    'It responds, but limits the request rate.': 'Ele responde, mas limita o número de solicitações.',
    '{provider} has been removed, so no more audio was sent.':
      '{provider} foi removido, então nenhum áudio a mais foi enviado.',
    'Choose another provider.': 'Escolha outro provedor.',
    'Create a key at {address}.': 'Crie uma chave em {address}.',
    'The key for {provider} cannot be read.': 'Não é possível ler a chave de {provider}.',
    'Unlock the store and try again.': 'Desbloqueie o chaveiro e tente de novo.',
    'A model on this machine works without it.': 'Um modelo neste computador funciona sem ele.',
    'Checked {when}.': 'Verificado {when}.',
    'just now': 'agora mesmo',
    '{seconds} s ago': 'há {seconds} s',
    '{minutes} min ago': 'há {minutes} min',
    'Tried {method} {address} {when}; no audio was sent.':
      'Tentativa: {method} {address}, {when}; nenhum áudio foi enviado.',
    'Tried {method} {address}; no audio was sent.':
      'Tentativa: {method} {address}; nenhum áudio foi enviado.',
    'Tried {method} {address} {when}; no text was sent.':
      'Tentativa: {method} {address}, {when}; nenhum texto foi enviado.',
    'Tried {method} {address}; no text was sent.': 'Tentativa: {method} {address}; nenhum texto foi enviado.',
    'The audio was being sent to {address}; the last check, {when}, succeeded.':
      'O áudio estava sendo enviado a {address}; a última verificação ({when}) deu certo.',
    'Start a keyring service and set each key again to move it there.':
      'Inicie um chaveiro e informe cada chave de novo para movê-la para lá.',
    'The key is stored in {store}, which is locked or did not respond.':
      'A chave está em {store}, que está bloqueado ou não respondeu.',
    'The signing secret is stored in {store}, which is locked or did not respond.':
      'O segredo de assinatura está em {store}, que está bloqueado ou não respondeu.',
    'This machine has no secure store ({store}), so the {what}.':
      'Este computador não tem chaveiro ({store}): {what}.',
    'The {what}: {store} is locked or did not respond.': '{store} está bloqueado ou não respondeu: {what}.',
    'key was not saved': 'a chave não foi salva',
    'key could not be deleted': 'a chave não pôde ser excluída',
    'signing secret was not saved': 'o segredo de assinatura não foi salvo',
    'signing secret could not be deleted': 'o segredo de assinatura não pôde ser excluído',
    'The recording was canceled.': 'A gravação foi cancelada.',
    'Its audio is kept.': 'O áudio foi mantido.',
    'The recording was transcribed again before this finished.':
      'A gravação foi transcrita de novo antes de isto terminar.',
    'Read the recording again.': 'Abra a gravação de novo.',
    'Too many searches are waiting.': 'Há buscas demais na fila.',
    'Add a date filter.': 'Adicione um filtro de data.',
    'Wait until it is done, or cancel it; then delete it.': 'Espere terminar ou cancele; depois exclua.',
    'Wait until it is done, or cancel it; then edit it.': 'Espere terminar ou cancele; depois edite.',
    'The server has no language model.': 'O servidor não tem modelo de linguagem.',
    'Install one there, for example with "ollama pull gemma3:4b".':
      'Instale um lá, por exemplo com “ollama pull gemma3:4b”.',
    'The mode "{mode}" rewrites on this machine only, but its provider is remote.':
      'O modo “{mode}” só reescreve neste computador, mas o provedor é remoto.',
    'Nothing was sent.': 'Nada foi enviado.',
    'The prompt is empty.': 'O prompt está vazio.',
    'Say what to do with the text, or give a preset.':
      'Escreva o que fazer com o texto ou escolha um estilo.',
    'Give a text to rewrite.': 'Escreva um texto para reescrever.',
    'Give a preset or a prompt, or turn rewriting on in the mode.':
      'Escolha um estilo ou um prompt, ou ative a reescrita no modo.',
    'The text is too long for {model} of {provider}: at least {count} tokens, but its context for input and output is {limit}.':
      'O texto é longo demais para {model} de {provider}: pelo menos {count} tokens, e o contexto de entrada e saída é de {limit}.',
    'Choose another model, or rewrite it in parts.': 'Escolha outro modelo ou reescreva em partes.',
    'Something went wrong while calling {provider}.': 'Algo deu errado ao chamar {provider}.',
    "Its text is the speech engine's own, after the mode's text rules.":
      'O texto é o do mecanismo, com a formatação do modo.',
    'The new token could not be stored.': 'O novo token não pôde ser salvo.',
    'The disk is full, so the new token could not be stored.':
      'O disco está cheio, então o novo token não pôde ser salvo.',
    'The old one no longer works.': 'O antigo não funciona mais.',
    'The old one no longer works until Quoth ends.': 'O antigo não funciona até o Quoth fechar.',
    'Wait a moment, or check your plan with {provider}.':
      'Espere um momento ou confira seu plano em {provider}.',
    'Split the audio into parts, or use another provider.': 'Divida o áudio em partes ou use outro provedor.',
    'Check the model and the language, or try another model or provider.':
      'Confira o modelo e o idioma ou tente outro modelo ou provedor.',
    '{provider} does not offer transcription.': '{provider} não oferece transcrição.',
    '{provider} does not offer speech-to-text.': '{provider} não oferece transcrição.',
    'Choose another one.': 'Escolha outro.',
    '{provider} heard nothing in what was streamed.': '{provider} não ouviu nada no que foi enviado.',
    'The key for {provider} was removed or replaced during the recording, so no more of it was streamed.':
      'A chave de {provider} foi removida ou trocada durante a gravação, então nada mais foi enviado.',
    'The connection is too slow to stream a recording over it.':
      'A conexão é lenta demais para enviar a gravação ao vivo.',
    'The last {seconds} s of the audio are missing: the file ends before its header says.':
      'Faltam os últimos {seconds} s do áudio: o arquivo termina antes do que o cabeçalho indica.',
    'Send the whole file if you have it.': 'Envie o arquivo inteiro, se você o tiver.',
    'The text of {times} repeats itself, or is more than anyone says in that time.':
      'O texto de {times} se repete ou é mais do que alguém diz nesse tempo.',
    'Speech at {times} has no text, or far too little.':
      'A fala em {times} não tem texto, ou tem muito pouco.',
    'The text of {times} stands where no one seems to speak.':
      'O texto de {times} está onde ninguém parece falar.',
    "The text of {times} is left out: what the model wrote there can't have been said.":
      'O texto de {times} foi omitido: o que o modelo escreveu ali não pode ter sido dito.',
    'The main sound track of the file has no speech, so track {track} was transcribed.':
      'A faixa de som principal do arquivo não tem fala, então a faixa {track} foi transcrita.',
    'Quoth was stopped before this transcription was finished.':
      'O Quoth foi encerrado antes de esta transcrição terminar.',
    'It resumes at the next start, as recording {id}.': 'Ela continua no próximo início, como gravação {id}.',
    '{model} is installed and supports this language: choose the model {id}.':
      '{model} está instalado e suporta este idioma: escolha o modelo {id}.',
    '{model} is installed and understands more: choose the model {id}.':
      '{model} está instalado e entende mais: escolha o modelo {id}.',
    '{model} supports this language: download it under Models.':
      '{model} suporta este idioma: baixe o modelo em Modelos.',
    '{model} understands more: download it under Models.': '{model} entende mais: baixe o modelo em Modelos.',
    '{provider}\'s model {model} does not support the language "{language}".':
      'O modelo {model} de {provider} não suporta o idioma “{language}”.',
    'It supports {languages}.': 'Ele suporta {languages}.',
    'It supports {languages} and {count} more.': 'Ele suporta {languages} e mais {count}.',
    'Choose another model.': 'Escolha outro modelo.',
    'The mode\'s provider "{provider}" does not transcribe.':
      'O provedor “{provider}” do modo não transcreve.',
    'Transcription providers: {list}.': 'Provedores de transcrição: {list}.',
    'No cloud provider has a model with this name.': 'Nenhum provedor na nuvem tem um modelo com esse nome.',
    'Give provider and model, such as "openai/whisper-1".':
      'Informe provedor e modelo, como “openai/whisper-1”.',
    '"auto" uses the best model on this machine instead.': '“auto” usa o melhor modelo deste computador.',
    "{provider}'s model {model} is not made for medical speech.":
      'O modelo {model} de {provider} não foi feito para a área médica.',
    'Choose another provider for the mode, or “General” as its subject.':
      'Escolha outro provedor para o modo ou “Geral” como assunto.',
    'Choose {models} as the provider’s model of the mode, or “General” as its subject.':
      'Escolha {models} como modelo do provedor no modo ou “Geral” como assunto.',
    'Choose one, such as "{provider}/whisper-1", or set the model in the mode.':
      'Escolha um, como “{provider}/whisper-1”, ou defina o modelo no modo.',
    'Add one under Settings, API keys.': 'Adicione um em Configurações > Chaves de API.',
    'Or choose “Gateway’s default” as the accuracy of the mode, and a provider with a key of your own.':
      'Ou escolha “Padrão do gateway” como precisão do modo e um provedor com uma chave sua.',
    'Specify it, here or in the mode: {languages}.': 'Informe aqui ou no modo: {languages}.',
    'Specify it, here or in the mode: {languages} and {count} more.':
      'Informe aqui ou no modo: {languages} e mais {count}.',
    'Omit the model, or choose another one.': 'Deixe o modelo de fora ou escolha outro.',
    'No installed speech model supports {language} ("{tag}"); {model} does.':
      'Nenhum modelo instalado suporta {language} (“{tag}”); {model} sim.',
    'No speech model supports {language} ("{tag}"); {model} does.':
      'Nenhum modelo de reconhecimento suporta {language} (“{tag}”); {model} sim.',
    'No speech model supports {language} ("{tag}").':
      'Nenhum modelo de reconhecimento suporta {language} (“{tag}”).',
    'Installed models: {list}.': 'Modelos instalados: {list}.',
    '"auto" uses the best of them.': '“auto” usa o melhor deles.',
    'Cloud models are written as provider/model.': 'Modelos na nuvem são escritos como provedor/modelo.',
    '{provider} responded with a redirect to another address.':
      '{provider} respondeu com um redirecionamento para outro endereço.',
    'It was not followed, so neither the key nor the audio was sent there; check the base URL.':
      'Ele não foi seguido, então nem a chave nem o áudio foram enviados para lá; confira o endereço.',
    'The request to {provider} was canceled.': 'A solicitação a {provider} foi cancelada.',
    'The request to {provider} could not be made.': 'A solicitação a {provider} não pôde ser feita.',
    'The audio could not be read from the disk.': 'Não foi possível ler o áudio do disco.',
    'The base URL of {provider} cannot be used.': 'O endereço de {provider} não pode ser usado.',
    'Use 127.0.0.1 for this machine.': 'Use 127.0.0.1 para este computador.',
    "{provider} accepts no more audio right now: the account's limit has been reached or its credit has run out.":
      '{provider} não aceita mais áudio agora: o limite da conta foi atingido ou o saldo acabou.',
    '{provider} did not answer in time while audio was being streamed.':
      '{provider} não respondeu a tempo durante o envio.',
    '{provider} refused the audio that was being streamed.': '{provider} recusou o áudio enviado.',
    'The stream to {provider} was canceled.': 'O envio a {provider} foi cancelado.',
    '{provider} ended the stream before the text was complete.':
      '{provider} encerrou a conexão antes de o texto ficar completo.',
    '{provider} is still working on this request.': '{provider} ainda está processando esta solicitação.',
    'No model is chosen for {provider}.': 'Nenhum modelo foi escolhido para {provider}.',
    '{provider} does not accept {format} files; it accepts {list}.':
      '{provider} não aceita arquivos {format}; aceita {list}.',
    'The audio has {size} MB; {provider} accepts at most {limit} MB.':
      'O áudio tem {size} MB; {provider} aceita no máximo {limit} MB.',
    'The audio lasts {minutes} minutes; {provider} accepts at most {limit}.':
      'O áudio dura {minutes} minutos; {provider} aceita no máximo {limit}.',
    '{provider} did not finish within {seconds} s.': '{provider} não terminou em {seconds} s.',
    "{provider}'s model {model} does not transcribe live.":
      'O modelo {model} de {provider} não transcreve ao vivo.',
    'Port {port} {why}; the Wyoming listener stays off.':
      'Porta {port} {why}; o Wyoming continua desativado.',
    'The audio is longer than {count} seconds.': 'O áudio dura mais de {count} segundos.',
    'The audio is longer than {count} hours.': 'O áudio dura mais de {count} horas.',
    'Without FFmpeg, only Vorbis, FLAC and Opus can be decoded from Ogg.':
      'Sem o FFmpeg, do Ogg só é possível ler Vorbis, FLAC e Opus.',
    'Without FFmpeg, {codec} in this container cannot be decoded.':
      'Sem o FFmpeg não é possível ler {codec} neste contêiner.',
    'The audio claims {rate} samples per second, which is not valid audio.':
      'O arquivo indica {rate} amostras por segundo, o que não é um áudio válido.',
    'This machine has no decoder for {format}.': 'Este computador não tem decodificador para {format}.',
    'Install FFmpeg (Debian: {command}), or send {formats}.':
      'Instale o FFmpeg (Debian: {command}) ou envie {formats}.',
    'Install FFmpeg ({command}), or send {formats}.': 'Instale o FFmpeg ({command}) ou envie {formats}.',
    'The decoder stopped in the middle of the audio.': 'O decodificador parou no meio do áudio.',
    'Decoding the audio takes too long.': 'Ler o áudio demora demais.',
    'The audio is damaged: decoding it takes more memory than any recording needs.':
      'O áudio está danificado: lê-lo exige mais memória do que qualquer gravação.',
    'The decoder cannot be started.': 'Não é possível iniciar o decodificador.',
    'FFmpeg cannot be started.': 'Não é possível iniciar o FFmpeg.',
    'FFmpeg could not write FLAC.': 'O FFmpeg não conseguiu gravar FLAC.',
    'The decoder was ended before it was done.': 'O decodificador foi encerrado antes do fim.',
    "The audio file's header is invalid.": 'O cabeçalho do arquivo de áudio é inválido.',
    'Samples of {bits} bits in this encoding are not supported.':
      'Amostras de {bits} bits nesta codificação não são suportadas.',
    'Convert the file to 16-bit wav.': 'Converta o arquivo para WAV de 16 bits.',
    'Convert the file to plain 16-bit wav.': 'Converta o arquivo para WAV simples de 16 bits.',
    'The wav file does not declare its format before its samples.':
      'O arquivo WAV não indica o formato antes das amostras.',
    'The wav file contains no samples.': 'O arquivo WAV não contém amostras.',
    'The header of the wav file is cut off.': 'O cabeçalho do arquivo WAV está cortado.',
    'This wav encoding is not supported.': 'Esta codificação WAV não é suportada.',
    'The aiff file does not declare its format before its samples.':
      'O arquivo AIFF não indica o formato antes das amostras.',
    'The aiff file contains no samples.': 'O arquivo AIFF não contém amostras.',
    'The header of the aiff file is cut off.': 'O cabeçalho do arquivo AIFF está cortado.',
    'This aiff encoding is not supported.': 'Esta codificação AIFF não é suportada.',
    'It cannot be read.': 'Não é possível ler.',
    '{file} is being changed by another program.': '{file} está sendo alterado por outro aplicativo.',
    '{file} is left alone: {why}.': '{file} fica como está: {why}.',
    'it cannot be read or written ({code})': 'não é possível ler ou gravar ({code})',
    'it is not text in UTF-8': 'não é texto em UTF-8',
    '"{key}" or "{name}" stands in it twice': '“{key}” ou “{name}” aparece duas vezes',
    'it is not JSON (line {line}: {code})': 'não é JSON (linha {line}: {code})',
    'it is not JSON with comments (line {line}: {code})': 'não é JSON com comentários (linha {line}: {code})',
    'It is to be added by hand.': 'É preciso adicionar à mão.',
    'It is to be taken out by hand.': 'É preciso remover à mão.',
    'Windows did not let Quoth at its list of programs that start at login.':
      'O Windows não deixou o Quoth acessar a lista de aplicativos que iniciam com o login.',
  },
};
