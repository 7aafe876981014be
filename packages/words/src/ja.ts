import type { ErrorTranslations } from './translate.ts';

/** Errors, warnings and remedies in Japanese. */
export const words: ErrorTranslations = {
  messages: {
    // Each code's own, where nothing more is known
    unauthorized: 'トークンがないか、正しくありません。',
    forbiddenOrigin: 'このリクエストは、このコンピューターのアプリからのものではありません。',
    forbiddenScope: 'トークンに必要な権限がありません。',
    notFound: 'このアドレスは存在しません。',
    methodNotAllowed: 'このアドレスでは、このメソッドを使用できません。',
    unsupportedMediaType: 'この種類のコンテンツは受け付けられません。',
    payloadTooLarge: 'リクエストが大きすぎます。',
    timeout: '時間内に完了しませんでした。',
    rateLimited: '待機中の文字起こしが上限に達しています。',
    internalError: 'Quothで内部エラーが発生しました。',
    diskFull: 'ディスクがいっぱいです。',
    invalidRequest: '入力内容が正しくありません。',
    busy: '現在使用中です。',
    conflict: '現在の状態では実行できません。',
    alreadyExists: '同じ名前がすでに使われています。',
    limitReached: '保存できる上限に達しました。',
    alreadyRunning: 'Quothはすでに起動しています。',
    modelNotInstalled: '音声認識モデルがインストールされていません。',
    modelNotFound: 'モデルが見つかりません。',
    engineUnavailable: 'エンジンを現在使用できません。',
    missingApiKey: 'プロバイダーのAPIキーがないか、拒否されました。',
    paymentRequired: 'ゲートウェイの残高がありません。',
    fileNotFound: 'このパスにファイルがありません。',
    fileAccessDenied: 'ファイルを読み取る権限がありません。',
    fileNotAllowed: 'このフォルダーのファイルは、APIから読み取れません。',
    audioDecodeFailed: '音声を読み取れません。',
    transcriptionFailed: '文字起こしに失敗しました。',
    microphoneUnavailable: '使用できるマイクがありません。',
    modeNotFound: 'モードが見つかりません。',
    modeNameTaken: 'この名前は別のモードで使われています。',
    recordingNotFound: '録音が見つかりません。',
    noSpeech: '音声から言葉を検出できませんでした。',
    recordingNotAllowed: 'このアプリには、マイクの使用が許可されていません。',
    purgeNotAllowed: 'アプリには、ゴミ箱を空にすることが許可されていません。',
    notRecording: '録音中ではありません。',
    notPasted: 'テキストをカーソル位置に入力できませんでした。',
    clipboardUnavailable: 'クリップボードを使用できません。',
    selectionUnavailable: '選択したテキストを読み取れません。',
    desktopUnavailable: 'このデスクトップ環境では、Quothはこの操作を実行できません。',
    windowUnavailable: 'ウィンドウを開けません。',
    keyStoreUnavailable: 'キーリングを使用できません。',
    recorderBusy: '録音機能は使用中です。',
    declined: 'リクエストは拒否されました。',
    questionNotFound: '質問が見つかりません。',
    cancelled: '処理はキャンセルされました。',
    // Models
    modelInUse: '{model}は文字起こしに使用中です。',
    waitUntilFinishedOrCancel: '終わるのを待つかキャンセルしてから、再試行してください。',
    modelOfPackage: '{model}はシステムのパッケージに含まれ、{folder}にあります。',
    removePackage:
      '代わりにパッケージを削除してください。Debianでは、次のコマンドでパッケージ名がわかります：dpkg -S {path}',
    modelFileOtherSize:
      '{model}のファイルではありません。{wantedSize}（{wanted}バイト）のはずが、{size}（{bytes}バイト）です。',
    incompleteModelFile:
      'ダウンロードが完了していない可能性があります。表示されたアドレスからもう一度ダウンロードしてください。',
    modelFileOtherChecksum: '{model}のファイルではありません。チェックサムは{wanted}のはずが、{found}です。',
    damagedModelFile:
      '壊れているか、別のファイルです。表示されたアドレスからもう一度ダウンロードしてください。',
    modelFileUnusable: 'モデルフォルダーの{file}は使用できません。',
    modelFileGone: '{model}のファイルがモデルフォルダーにありません。',
    modelFileChanged: '{model}のファイルが壊れているか、置き換えられています。',
    includedModelMissing: 'Quothに付属する{model}のファイルが見つかりません：{path}。',
    includedModelDamaged: 'Quothに付属する{model}のファイルが壊れています：{path}。',
    namedModelNotInstalled: '{model}はインストールされていません。',
    importedModelNotDownloadable: '{model}はファイルから読み込んだモデルのため、ダウンロードできません。',
    downloadFailedAlready: 'このダウンロードはすでに失敗しています。',
    modelNotDownloading: 'このモデルはダウンロード中ではありません。',
    notEnoughSpace:
      '{what}のための空き容量が足りません。必要：{needed}、空き：{free}（うち{reserved}は予約済み）。',
    diskFullWhileDownloading: '{model}のダウンロード中に、ディスクがいっぱいになりました。',
    freeSpaceForModel:
      'データフォルダー（場所は設定の「情報」に表示）のあるディスクの空き容量を増やすか、「モデル」でモデルを削除してください。',
    downloadModel: '「モデル」でダウンロードしてください。',
    importModelAgain: '「モデル」でファイルをもう一度読み込んでください。',
    restoreIncludedModel:
      'Quothをもう一度インストールして再起動するか、「モデル」でこのモデルの別のファイルをダウンロードしてください。',
    removeModel: '「モデル」で削除できます。',
    continueDownload: '「モデル」でダウンロードを再開するか、キャンセルしてください。',
    freeSpaceThenContinue: '空き容量を増やしてから、「モデル」で再開してください。',
    beginDownload: '「モデル」でダウンロードしてください。',
    cancelDownload: '「モデル」でダウンロードをキャンセルしてください。',
    runModelDownload: '「モデル」でダウンロードしてください。',
    modelNotInstalledHere: 'モデル{model}はインストールされていません。',
    theseDownloads: 'これらのダウンロード',
    modelNotDownloaded: '{model}をダウンロードできませんでした（{why}）。',
    downloadByHand:
      'しばらくしてから「モデル」で再試行してください。インストール済みのモデルは引き続き使えます。手動で追加するには、{address}（SHA-256：{sha256}）をダウンロードし、「モデル」でファイルを読み込んでください。',
    hubUnreachable: '{host}に接続できません',
    hubStoppedSending: '{host}からの送信が止まりました',
    hubBrokeConnection: '{host}が何度も接続を切りました',
    hubNotWorking: '{host}で障害が発生しています（ステータス{status}）',
    hubBusy: '{host}へのリクエストが多すぎます',
    hubBusyFor: '{host}へのリクエストが多すぎるため、{minutes}分待つよう求められました',
    hubRedirectsUnsafely: '{host}が安全でないアドレス{address}に転送します',
    hubRedirectsNowhere: '{host}が無効なアドレスに転送します',
    hubRedirectsTooOften: '{host}の転送回数が多すぎます',
    hubHasOtherFile: 'アドレスのファイルが別のものになっています',
    hubHasNoFile: 'アドレスにファイルがありません',
    hubRefused: 'サーバーに拒否されました（ステータス{status}）',
    hubLacksRest: 'サーバーに残りのデータがありません',
    hubFileChanged: 'ダウンロード中にファイルが変わりました',
    hubWouldRestart: 'サーバーが別のサイズのファイルで最初からやり直そうとしました',
    hubSentOtherRange: 'サーバーが要求と異なる範囲を送信しました',
    webPageArrived: 'ウェブページが返されました。ネットワークへのログインが必要かもしれません',
    downloadedFileDiffers: 'カタログのファイルと異なります（チェックサムの不一致）',
    tooManyBytesArrived: '{bytes}バイトを超えるデータが届きました',
    otherLengthAnnounced: '{wanted}バイトではなく{announced}バイトと通知されました',
    fileIsNoModel: 'このファイルは音声認識モデルとして使えません（{why}）。',
    fileIsEmpty: '空のファイルです',
    fileIsNoGguf: 'GGUFファイルではありません',
    fileEndsTooEarly: '途中で終わっています',
    ggufVersionUnsupported: 'GGUFバージョン{version}には対応していません',
    ggufHeaderDamaged: 'ヘッダーが壊れています',
    ggufHeaderTooLarge: 'ヘッダーが大きすぎます',
    ggufWithoutArchitecture: 'モデルのアーキテクチャが示されていません',
    architectureUnsupported:
      'このモデルのアーキテクチャ「{architecture}」に対応するエンジンがインストールされていません。',
    supportedArchitectures: '対応するアーキテクチャ：{names}。',
    downloadModelFileAgain:
      'もう一度ダウンロードしてください。サイズとチェックサムが配布元の値と一致する必要があります。モデルファイルの末尾は.ggufです。',
    modelPathNotAbsolute: 'モデルファイルのフルパスを入力してください。',
    modelFileNotAllowed: '通常のファイルではないか、Quothまたはシステムのファイルです。',
    giveModelFile: '末尾が.ggufのモデルファイルを選んでください。',
    modelFilesEndIn: 'モデルファイルの末尾は.ggufです。',
    fileBecameLonger: 'コピー中にファイルが変わりました。',
    fileBecameShorter: 'コピー中にファイルが変わりました。',
    tryAgainOnceUnwritten: '書き込みが終わるのを待って、再試行してください。',
    // Actions
    actionNotFound: 'このアクションはありません。',
    listActionsAgain: '削除された可能性があります。一覧を再読み込みしてください。',
    actionNameTaken: '「{name}」という名前のアクションがすでにあります。',
    chooseOtherName: '別の名前を選んでください。大文字と小文字は区別されません。',
    tooManyActions: 'アクションはすでに{count}個あります。',
    deleteUnused: '使わなくなったものを削除してください。',
    actionKindFixed: 'アクションの種類は変更できません。',
    addOtherAction: '別のアクションを追加し、これを削除してください。',
    actionRunNotFound: 'この実行の記録はありません。',
    listRunsAgain: '録音またはアクションが削除された可能性があります。一覧を再読み込みしてください。',
    quothWasStopped: 'Quothが終了しました。',
    quothEndedUnexpectedly: 'Quothが予期せず終了しました。',
    onlyPostsHaveSecret: '署名用のシークレットがあるのは、アドレスに送信するアクションだけです。',
    actionPaused: 'アクション「{name}」は一時停止中です。',
    recordingWithoutText: 'この録音にはテキストがありません。',
    attemptRunning: '現在実行中です。',
    waitUntilAttemptEnded: '終わるまでお待ちください。',
    systemFoldersRefused: 'システムとQuothのフォルダーには書き込みません。',
    linkNotFollowed: 'シンボリックリンクのため、使用できません。ファイルそのもののパスを入力してください。',
    pathIsFolder: 'フォルダーです。ファイルのパスを入力してください。',
    folderReplacedByLink: 'ファイルが別の場所にあります。フォルダーがリンクに置き換えられています。',
    hiddenFilesRefused: 'ホームフォルダーの隠しファイルと隠しフォルダー（先頭がドット）には書き込みません。',
    addedToFile: '{path}に追加しました。',
    notAFile: 'ファイルではありません。',
    fileReplacedAllTheTime: 'このファイルは絶えず置き換えられています。',
    fileNotWritable:
      'このファイルに書き込む権限がありません。ファイルとフォルダーのアクセス権を確認してください。',
    fileOpenElsewhere: 'このファイルは別のプログラムで開かれています。',
    fileSystemReadOnly: 'このファイルの場所には書き込めません（ファイルシステムが読み取り専用です）。',
    pathThroughFile: 'パスの途中が、フォルダーではなくファイルです。',
    pathTooLong: 'パスが長すぎます。',
    fileNotWritten: 'ファイルに書き込めませんでした。',
    programTimedOut: '制限時間の{seconds}秒に達したため、終了させました。',
    programExited: 'ステータス{status}で終了しました。',
    programKilled: '{signal}により終了しました。',
    programNotFound:
      'プログラム「{program}」が見つかりません。フルパスを入力するか、PATHにあるか確認してください。',
    programNotExecutable:
      '「{program}」を実行する権限がありません。実行できるようにしてください。例：chmod u+x',
    notAProgram:
      '「{program}」はプログラムではありません。スクリプトの先頭には、#!/bin/shのような行が必要です',
    programNeedsShell:
      '「{program}」はシェルなしでは起動できません。cmd.exeと/cのように、実行に使うプログラムを指定してください。',
    argumentsTooLong: '引数がこのシステムの上限を超えています。',
    programNotStarted: 'プログラムを起動できませんでした。',
    signingSecretMissing:
      '署名用シークレットがありません。このアクションのシークレットを再生成してください。',
    answerTooLate: '{seconds}秒以内に応答が完了しませんでした。',
    answered: '応答：{status}。',
    answeredRedirect:
      '応答：{status}（リダイレクト）。リダイレクト先には送信されません。最終的なアドレスを指定してください。',
    answeredGone: '応答：410（このアドレスはなくなりました）。',
    nameLeadsElsewhere:
      'このアドレスはこのコンピューターではありません。httpはこのコンピューターだけで使えます。httpsを使ってください。',
    nothingListens: 'このアドレスで応答するものがありません。',
    nameNotResolved: 'このアドレスの名前を解決できません。',
    notHttps: '接続先が正しくhttpsで応答しないため（{code}）、何も送信しませんでした。',
    certificateRefused: '証明書を信頼できないため（{code}）、何も送信しませんでした。',
    addressNotReached: 'アドレスに接続できませんでした。',
    addressNotReachedCode: 'アドレスに接続できませんでした（{code}）。',
    actionPausedGone:
      'アクション「{name}」は、送信先のアドレスがなくなったため（410）一時停止しています。再開するまで、テキストは待機します。',
    actionPausedFailures:
      'アクション「{name}」は、{count}回連続で失敗したため一時停止しています。再開するまで、テキストは待機します。',
    resumeAction: '先に、設定の「アクション」でオンにしてください。',
    lookIntoAction: '設定の「アクション」にある実行の記録で原因を確認し、そこでもう一度オンにしてください。',
    // Dictation
    microphoneSilent: 'マイクから音が入ってきません。',
    microphoneMaybeMuted: 'ミュートされているか、ほかのアプリが使っている可能性があります。',
    seeOtherMicrophones: '設定の「一般」で確認できます。',
    seeMicrophones: '設定の「一般」で確認できます。',
    noSpeechForLong: '5分間、音声が検出されていません。10分たつと録音を停止します。',
    speakOrConfirm: '話し始めるか、「録音を続ける」を選んでください。',
    recordingLimitNear: '録音が上限の6時間に近づいています。10分以内に停止します。',
    stopAndStartAnother: '録音を停止し、新しく始めてください。',
    alreadyRecording: 'すでに録音中です。',
    endRecordingFirst: '先に録音を停止するか、キャンセルしてください。',
    stoppedBeforeBegun: '録音が始まる前に停止されました。',
    startAndSpeak: 'もう一度始め、話し終えてから停止してください。',
    stillBeingRecorded: 'この音声入力はまだ録音中です。',
    stopOrWait: '先に録音を停止してください。',
    noSuchDictation: 'この音声入力は存在しないか、終わってから1分以上たっています。',
    seeKeptDictations: '「履歴」で確認できます。',
    nothingReplaced: 'この音声入力で置き換えられたテキストは残っていません。',
    replacedTextsExpire:
      '声での編集で置き換えられたテキストは、10分間だけメモリに残ります。テキストのあるアプリで元に戻せる場合があります。',
    selectionUnreadableHere: 'このデスクトップ環境では、選択したテキストを読み取れません。',
    editByVoiceWorksOn: '声での編集は、X11、macOS、Windowsで使えます。',
    selectionNotRead: '選択したテキストを読み取れなかったため、何も変更していません。',
    selectTextOrDictate:
      'テキストを選択して、再試行してください。話した言葉を入力するには、音声入力のショートカットを使ってください。',
    nothingSelected: '選択したテキストがないため、話した言葉をそのまま入力します。',
    diskFullWhileRecording: 'ディスクがいっぱいになったため、録音を停止しました。',
    recordingNotWritten: '録音をディスクに書き込めないため、停止しました。',
    freeSpaceThenTranscribe:
      '空き容量を増やしてから、履歴でもう一度文字起こししてください。それまでの録音は残っています。',
    freeSpaceThenRecord:
      '録音は保存できませんでした。データフォルダーのあるディスクの空き容量を増やし、録音し直してください。',
    microphoneDisconnected: 'マイクの接続が切れました。',
    microphoneWithoutSound: 'マイクをオンにしましたが、音が入りませんでした。',
    tryAgainOrChooseAnother: '再試行するか、別のものを選んでください。',
    endedBeforeAudio: '音が入る前に録音が終わりました。',
    shuttingDown: 'Quothを終了しています。',
    windowsNotSeen: 'このデスクトップ環境では、ほかのアプリのウィンドウを確認できません。',
    enterProgramYourself: 'ルールにアプリの名前を入力してください。',
    deletedPermanently: 'この録音は完全に削除されています。',
    discardedKeptFor: '破棄した録音は{seconds}秒間は元に戻せます。',
    copyPrivateText: 'テキストはどこにも保存されません。1分間だけ「録音」に表示されます。',
    selectedTextStays: '選択したテキストは変更されていません。{why}',
    editCameToNothing: '言語モデルから、置き換えに使えるテキストが返されませんでした。',
    spokenIsInHistory: '話した内容は履歴にあります。',
    startRecordingFirst: '先に録音を開始してください。',
    waitForRecorder: '少し待ってから、再試行してください。',
    recordingCancelledByUser: '録音はユーザーによってキャンセルされました。',
    recordingTooLong: '録音できるのは最長{hours}時間です。',
    endAndBeginAnother: '終了して、新しい録音を始めてください。届いた音声は残ります。',
    // Questions of programs
    allowRecordingOfShared:
      '設定の「アプリ」で、このトークンを使うアプリが録音の許可を求められるようにしてください。',
    allowRecordingOfToken: '設定の「アプリ」で許可してください。',
    screenLocked: '画面がロックされていて録音中の表示が見えないため、このアプリは録音できません。',
    tryWhenUnlocked: '画面のロックが解除されてから、もう一度お試しください。',
    recordingNotShown: 'アプリが録音中であることを表示する手段が、このコンピューターにありません。',
    openWindowToBeAsked:
      'Quothのウィンドウを開くか、X11または通知のあるデスクトップでQuothを使ってください。',
    recorderUsedByOther: 'ユーザーまたは別のアプリがレコーダーを使用中です。',
    questionOpen: 'すでに質問が画面に表示されています。',
    tooManyQuestions: 'このアプリは1分間に{count}回質問しました。',
    waitBeforeAsking: '1分待ってから、すべてを1つの質問にまとめてください。',
    fieldNotForPrograms:
      'アプリは「{field}」を設定できません。録音した内容は、ユーザーが選んだマイクからそのアプリだけに渡されます。',
    readTextLater: '',
    noOneReacted: '{minutes}分以内に反応がありませんでした。',
    userMayBeAway: 'ユーザーが席を外している可能性があります。別の方法で、または後で質問してください。',
    questionWithdrawn: '質問は回答される前に取り下げられました。',
    whyWithdrawn:
      '回答を待つ相手がいないとき、画面がロックされたとき、ユーザーが許可を取り消したときに取り下げられます。',
    onlyProgramsAsk: '質問できるのは、ローカルAPIを使うアプリだけです。',
    recordYourself: '自分で録音するには、「録音」を開いてください。',
    programRecordsAtMost: 'アプリが録音できるのは最長{seconds}秒です。',
    lowerMaxSeconds: '「max_seconds」をこの値以下にしてください。',
    allowRecording: '設定の「アプリ」で許可してください。',
    // Modes
    oneModeIsDefault: '既定のモードが1つ必要です。',
    makeOtherModeDefault: '代わりに別のモードを既定にしてください。',
    lastModeStays: '最後のモードは削除できません。',
    createOtherModeFirst: '先に別のモードを作成するか、このモードを変更してください。',
    wyomingModeNotFound: 'wyomingModeで指定されたIDのモードはありません。',
    changeNotFound: 'この変更はもうありません。',
    changesKeptFor: '変更は{days}日間保存されます。',
    changeUndoneAlready: 'この変更はすでに元に戻されています。',
    modeExistsAgain: 'モードが再び作成されています。元に戻すことはできません。',
    modeGone: 'モードはもうありません。元に戻すことはできません。',
    modeChangedSince: 'その後、モードがもう一度変更されました。元に戻すことはできません。',
    changeModeByHand: 'モードを開いて、手動で変更してください。',
    folderPathNotFull: 'フォルダーはフルパスで入力してください。',
    enterWholePath: '{path}のようにフルパスで入力してください。',
    shortcutTwice: '別の操作に同じショートカットが割り当てられています。',
    vocabularyEntryNotFound: '単語登録に、この項目はありません。',
    listVocabularyAgain: '削除された可能性があります。単語登録を読み込み直してください。',
    inVocabularyAlready: '「{phrase}」はすでに単語登録にあります。',
    changeThatEntry: '登録済みの項目を変更してください。',
    vocabularyFull: '単語登録は最大{count}件です。',
    deleteUnneeded: '不要なものを削除してください。',
    existsAlready: 'すでにあります。',
    // Programs
    revokeThatToken: '先にそのトークンを取り消してください。',
    otherNameOrRevoke: '別の名前を選ぶか、先にそのトークンを取り消してください。',
    tokenNotFound: 'このトークンはありません。',
    listTokensAgain: '取り消された可能性があります。一覧を再読み込みしてください。',
    tokenNotDeleted:
      'トークン「{name}」は今から拒否されますが、削除できませんでした。再起動すると再び有効になります。',
    freeSpaceThenRevoke: '空き容量を増やしてから、もう一度取り消してください。',
    waitThenRevoke: 'しばらく待ってから、もう一度取り消してください。',
    tokenCannotRecord: 'トークン「{name}」には権限「record」がありません。',
    createTokenWithIt: 'この権限を持つ別のトークンを作成してください。トークンの権限は後から変わりません。',
    tokenEndInPast: 'このトークンの有効期限が過去の日付です。',
    chooseLaterDate: '後の日付を選ぶか、期限なしにしてください。',
    tooManyTokens: 'トークンはすでに{count}個あります。',
    revokeUnused: '使っていないものを取り消してください。',
    tokenInFile:
      'このコンピューターにはキーリング（{store}）がないため、トークンをあなただけが読めるファイルに保存しています。',
    tokenMayMove:
      '対応は不要です。キーリングの起動中にトークンを再生成すると、保存先がキーリングに移ります。',
    tokenNotStoredDiskFull: 'ディスクがいっぱいだったため、トークンはQuothを終了するまで有効です。',
    freeSpaceThenNewToken: '空き容量を増やしてから、新しいトークンを作成してください。',
    tokenStoreLocked:
      'キーリング（{store}）がロックされているか応答しないため、トークンはQuothを終了するまで有効です。',
    unlockKeyringRestart:
      '保存したトークンを使うには、キーリングのロックを解除し、Quothを再起動してください。',
    tokenNameTaken: '「{name}」というトークンはすでにあります。',
    tokenNameShown: '「{name}」という名前のトークンはすでにあり、誰かに表示されています。',
    newTokenNotStored: '新しいトークンを保存できませんでした。古いトークンは使えなくなりました。',
    newTokenNotStoredYet:
      '新しいトークンを保存できませんでした。古いトークンは、Quothを終了するまで使えません。',
    newTokenNotStoredDiskFull:
      'ディスクがいっぱいのため、新しいトークンを保存できませんでした。古いトークンは使えなくなりました。',
    newTokenNotStoredDiskFullYet:
      'ディスクがいっぱいのため、新しいトークンを保存できませんでした。古いトークンは、Quothを終了するまで使えません。',
    unlockThenNewToken: '{store}のロックを解除してから、新しいトークンを作成してください。',
    // Backups
    databaseDamagedAt: 'データベース{path}は破損しています。',
    moveDatabaseAside:
      'ファイルを別の場所に移して（削除しないで）Quothを再起動するか、バックアップから復元してください。隣にある音声はそのままです。',
    freeSpaceAtPath: '{path}のある場所の空き容量を増やし、Quothを再起動してください。',
    dataOfNewerVersion: 'データは新しいバージョンのQuothで書き込まれています。',
    installNewerVersion:
      '新しいバージョンを再度インストールするか、更新前のデータベースのコピーに戻してください（「quoth restore」で一覧できます）。何も変更していません。ファイルは{path}です。',
    alreadyRunningHere: 'このデータフォルダーではQuothがすでに起動しています。',
    backupOfNewerFormat: 'このバックアップはQuoth {version}のもので、このバージョンでは読み込めません。',
    installThatVersion: 'Quoth {version}以降をインストールしてから復元してください。',
    notABackup: 'このファイルはQuothのバックアップではありません。',
    chooseBackupFile: 'Quothが作成したバックアップファイルを選んでください。変更はありません。',
    backupDamaged: 'このバックアップは壊れているか、不完全です。',
    copyBackupAgain: '元の場所からもう一度コピーするか、別のバックアップを選んでください。変更はありません。',
    wrongPassphrase: 'このパスフレーズではバックアップのキーを開けません。',
    nothingWasChanged: '変更はありません。',
    nothingToBackUp: '{folder}にはバックアップするものがありません。',
    startOnceOrNameFolder: 'Quothを一度起動するか、QUOTH_HOMEに別のデータフォルダーを指定してください。',
    backupRunning: '別のバックアップまたは復元の実行中です。',
    waitUntilDone: '終わるのを待って、再試行してください。',
    backupInDataFolder: 'バックアップはデータフォルダーの中には保存できません。',
    chooseOtherFolder: '別のフォルダー（できれば別のディスク）を選んでください。',
    fileIsFolder: '{file}はフォルダーです。',
    nameFileInFolder: '{path}のように、フォルダー内のファイルを指定してください。',
    fileIsDevice: '{file}はデバイスまたはリンクです。',
    nameNewFile: '新しいファイルを指定してください。',
    fileExistsAlready: '{file}はすでにあります。',
    otherNameOrDelete: '別の名前を選ぶか、先にそのファイルを削除してください。',
    folderNotFound: 'フォルダー{folder}がありません。',
    createFolderOrOther: 'フォルダーを作成するか、別のフォルダーを選んでください。',
    tooLittleSpace: '{folder}の空きが足りません。{megabytes} MB必要です。',
    freeSpaceOrOtherDisk: '空きを増やすか、別のディスクを選んで、再試行してください。',
    noFileAt: 'ファイル{file}がありません。',
    pathIsNoFile: '{file}はファイルではありません。',
    nameABackup: 'バックアップのファイルを指定してください。',
    restoreUnfinished: '以前の復元が完了していません。',
    startToFinishRestore: 'Quothを一度起動すると完了します。',
    folderNotEmpty: '{path}は空ではありません。',
    nameEmptyFolder:
      '新しいフォルダーまたは空のフォルダーを指定してください。--intoがないと、バックアップが今のQuothのデータを置き換えます。',
    stopOtherCopy: '先に、もう一方を終了してください。',
    restoreWithoutKeys: '再試行するか、パスフレーズを空欄にしてキーなしで復元してください。',
    // Listeners
    apiPortInUse: 'ポート{port}を使えないため（別のアプリが使用中）、ローカルAPIはオフのままです。',
    apiPortReplaced:
      'ポート{wanted}を使えないため（別のアプリが使用中）、ローカルAPIは代わりにポート{port}を使います。',
    apiPortForbidden:
      'ポート{port}を使えないため（このユーザーは使用できません）、ローカルAPIはオフのままです。',
    apiPortReplacedForbidden:
      'ポート{wanted}を使えないため（このユーザーは使用できません）、ローカルAPIは代わりにポート{port}を使います。',
    setOtherPort:
      '別のポートを設定するか、ポートの指定を解除してください（すぐに反映されます）。または、そのアプリを終了し、ローカルAPIをもう一度オンにしてください。',
    giveOthersNewPort:
      '検出用ファイルを読むアプリは、新しいポートを自動で見つけます。ほかのアプリには設定が必要です。',
    discoveryNotWritten: '検出用ファイル{path}に書き込めないため（{why}）、ローカルAPIはオフのままです。',
    makeRoomThenSwitchOn:
      'その場所にあるものを取り除くか、ディスクの空き容量を増やしてから、ローカルAPIをもう一度オンにしてください。',
    folderWithThatName: 'その名前のフォルダーがあります',
    unknownReason: '原因不明',
    windowAddressUsedTwice: 'ウィンドウのアドレスが2回使われたため、安全のためにそのウィンドウを閉じました。',
    openNewWindow:
      '新しいウィンドウを開いてください。繰り返す場合は、ブラウザーが開くアドレスを読み取るアプリがないか確認してください。',
    windowSessionEnded: 'このウィンドウのセッションは終了しました。',
    wyomingModeGone: 'Wyoming用に選んだモードがなくなったため、Wyomingのリクエストは失敗します。',
    wyomingStopped: 'Quothは受け付けを終了しました。',
    switchWyomingOn: '設定でWyomingをもう一度オンにするか、Quothを起動してください。',
    apiOnAt: 'オン：http://127.0.0.1:{port}。',
    wyomingOnAt: 'オン：127.0.0.1:{port}。このユーザーのすべてのアプリから使えます。',
    listenerOff: 'オフ。',
    openWindow: '「quoth start」を実行すると、新しいウィンドウが開きます。',
    chooseWyomingMode: '設定の「詳細」で別のモードを選ぶか、指定を解除してください。',
    chooseWyomingPort:
      'そのアプリを終了してWyomingをもう一度オンにするか、設定の「詳細」で別のポートを選んでください。',
    wyomingPortInUse: 'ポート{port}は別のアプリが使用中のため、Wyomingはオフのままです。',
    wyomingPortForbidden: 'ポート{port}を使用できないため、Wyomingはオフのままです。',
    controlFileNotWritten: 'コマンドがアプリを見つけるためのファイル{path}に書き込めません（{why}）。',
    makeRoomThenStart: 'その場所にあるものを取り除くか、空き容量を増やしてから、Quothを再起動してください。',
    controlSocketNotOpened: 'コマンドライン用のソケットを開けませんでした。{reasons}。',
    setRuntimeFolder: 'XDG_RUNTIME_DIRに、モード700でパスの短い自分のフォルダーを指定してください。',
    // Delivery
    focusMoved: '別のウィンドウに切り替わったため、テキストをコピーしました。',
    pasteWhereYouWant: '入力したい場所に貼り付けてください。',
    noWindowFocused: 'アクティブなウィンドウがないため、テキストをコピーしました。',
    clickThenPaste: '入力したい場所をクリックして、貼り付けてください。',
    passwordWindowFocused:
      'アクティブなウィンドウがパスワードを求めているため、テキストをコピーするだけにしました。',
    noPasteKey: '貼り付けに使えるキーがキーボードにないため、テキストをコピーしました。',
    pasteByMenu: 'メニューから貼り付けてください。',
    textNotAccepted: 'アクティブなアプリがテキストを受け付けなかったため、コピーしました。',
    clickIntoField: 'テキスト欄をクリックして、貼り付けてください。',
    clipboardUsedByOther: 'ほかのアプリが同時にクリップボードを使ったため、テキストを入力できませんでした。',
    textIsInHistory: 'テキストは履歴にあります。',
    screenUnreachable: '画面に接続できないため、テキストを入力できませんでした。',
    keysNotAccepted:
      'アクティブなアプリがQuothからのキー入力を受け付けないため（Windowsでは管理者として実行中の場合）、テキストをコピーしました。',
    pasteYourself: 'そこに手動で貼り付けてください。',
    keysNotPressed: 'デスクトップ環境がキーを押さなかったため、テキストをコピーしました。',
    macKeysNotAllowed: 'Quothのキー操作がmacOSでまだ許可されていないため、テキストをコピーしました。',
    allowInAccessibility:
      '「システム設定」>「プライバシーとセキュリティ」>「アクセシビリティ」で許可してください。',
    typingHidden: 'パスワード欄などで入力が保護されているため、テキストをコピーするだけにしました。',
    leavePasswordField: 'パスワード欄から離れるか、テキストを手動で貼り付けてください。',
    writingNotAllowed: 'コピーしました：入力が許可されていません。',
    desktopDeclinedKeys: 'コピーしました：デスクトップ環境がキー操作を許可していません。',
    allowKeyboard: '設定の「一般」で許可してください。',
    screenWasLocked: '画面がロックされていたため、テキストをコピーしました。',
    acceptsTextUnknown:
      'このデスクトップ環境では、アプリがテキストを受け付けるか判断できないため、コピーしました。',
    cannotInsertHere: 'このデスクトップ環境では、ほかのアプリにテキストを入力できないため、コピーしました。',
    clipboardNotRestored:
      'テキストは入力しましたが、クリップボードの以前の内容を完全には復元できませんでした。',
    copyAgainIfNeeded: '以前の内容が必要な場合は、もう一度コピーしてください。',
    noClipboard: '書き込めるクリップボードがないため、テキストをコピーできませんでした。',
    installClipboard:
      'テキストは履歴にあります。Linuxでは、wl-clipboard（Wayland）またはxclip（X11）をインストールしてください。',
    textCopied: 'コピーしました',
    noTranscriptYet: '文字起こしはまだありません。',
    interruptedTranscribed: 'Quothの終了前に話した内容は、履歴にあります。',
    interruptedNotTranscribed: 'Quothの終了前に話した内容は、文字起こしされていません。',
    transcribeFromHistory: '履歴で録音を見つけ、もう一度文字起こししてください。',
    selectAndTryAgain: 'テキストを選択して、再試行してください。',
    // Microphones
    noMicrophoneFound: 'マイクが見つかりません。',
    plugMicrophoneIn: 'マイクを接続するか、システムの設定でマイクの使用を許可してください。',
    microphoneMissing: 'マイク「{name}」が接続されていません。',
    plugItInAgain: 'もう一度接続してください。ほかのマイクは見つかりませんでした。',
    plugItInOrChoose: 'もう一度接続するか、別のマイクを選んでください。使用できるマイク：{names}。',
    soundSystemSilent: 'このコンピューターのサウンドシステムが応答しません。',
    tryAgainOrLogOut:
      '少し待ってから、再試行してください。解決しない場合は、ログアウトしてからもう一度ログインしてください。',
    microphonesUnreachable: 'このコンピューターのマイクにアクセスできません。',
    soundServerNeeded: 'サウンドサーバー（PulseAudioまたはPipeWire）が必要です：',
    microphonePartMissing: 'Quothを再インストールしてください。マイクを読み取る部分がありません。',
    microphone: 'マイク',
    microphoneGaveNothing: '{name}を開きましたが、音が入りませんでした。',
    microphoneGivesSilence: '{name}から音が入ってきません。ミュートされている可能性があります。',
    microphoneWorks: '{name}は動作しています。今回の最大音量は{level} dBです。',
    chooseOtherMicrophone: '設定の「一般」で別のマイクを選んでください。',
    // Keys
    shortcutReplaced: '{taken}はほかのアプリが使っているため、ショートカットを{free}にしました。',
    shortcutsTaken: '{taken}はほかのアプリが使っているため、Quothでは使えません。',
    both: '{first}と{second}',
    chooseOtherKeys: '設定の「ショートカット」で別のキーを選んでください。',
    bindKeys:
      'デスクトップ環境で、コマンド「quoth dictate toggle」にショートカットを割り当ててください。対応する環境では「quoth dictate bind」でも割り当てられます。',
    modeChosen: 'モード：{mode}',
    nextModeChosen: '次の録音のモード：{mode}',
    sameShortcutTwice: '別の操作に同じショートカットが割り当てられています。',
    keyProcessStopped: 'ショートカットを受け取るプロセスが動作していません。Quothが再起動を続けています。',
    desktopLetsNoKeys: 'このデスクトップ環境では、アプリがショートカットを受け取れません。',
    shortcutTaken: 'このショートカットはほかのアプリが使っています。',
    noSuchKey: 'このキーボードには、そのキーがありません。',
    keyForDebuggers: 'F12は、Windowsがデバッガー用に確保しています。',
    windowsRefusedShortcut: 'このショートカットはWindowsに拒否されました。',
    macRefusedShortcut: 'macOSがこのショートカットを拒否しました。',
    macHidesModifiers:
      'macOSでQuothが修飾キーだけの操作を検出できません。「システム設定」>「プライバシーとセキュリティ」>「アクセシビリティ」で許可してください。',
    xServerUnreachable: 'Xサーバーに接続できません。',
    escapeAlwaysTaken:
      'このデスクトップ環境でEscを使うと、ほかのすべてのアプリで常にEscが使えなくなります。インジケーターでキャンセルするか、修飾キーを含むキーを設定してください。',
    desktopAskedForShortcut:
      'このショートカットについて、デスクトップ環境が確認しています。表示されたダイアログを確認してください。',
    desktopDeclinedShortcut:
      'デスクトップ環境が許可しませんでした。別のショートカットを設定するかQuothを再起動すると、もう一度確認されます。',
    desktopGaveNoKeys:
      'デスクトップ環境がキーを割り当てていません。デスクトップ環境の設定でキーを選んでください。',
    modifierNotHeldHere:
      'このデスクトップ環境では、修飾キーだけを押し続ける使い方はできません。デスクトップ環境の設定で別のキーを選んでください。',
    shortcutServiceFailed: 'デスクトップのショートカット機能が動作していません: {why}',
    writeKeysInHyprland: 'hyprland.confでキーを割り当ててください。例: {line}',
    desktopDecidesKeys:
      '実際のキーはデスクトップ環境が決めます。ここでの設定は候補です。変更はデスクトップ環境の設定で行ってください。',
  },
  sentences: {
    'The transcription queue is full: {count} are waiting.':
      '待機中の文字起こしが上限に達しています（{count}件）。',
    'Try again; if the problem persists, report it with the request id.':
      '再試行してください。解決しない場合は、リクエストIDを添えて報告してください。',
    'Try again; if the problem persists, report it with the request id {id}.':
      '再試行してください。解決しない場合は、リクエストID {id}を添えて報告してください。',
    'Free some space where the data folder lies, then try again.':
      'データフォルダーのあるディスクの空き容量を増やし、再試行してください。',
    'Wait until the work on it is done, then try again.': '処理が終わるのを待って、再試行してください。',
    'Ask the operator of the gateway for more credit, or choose a model on this machine.':
      'ゲートウェイの管理者に残高の追加を依頼するか、このコンピューターのモデルを選んでください。',
    'Check its permissions.': 'ファイルのアクセス権を確認してください。',
    'Try again, or try another model.': '再試行するか、別のモデルを試してください。',
    'Check that the right microphone or file was used.':
      '正しいマイクまたはファイルを使ったか確認してください。',
    'Unlock it and try again.': 'ロックを解除して、再試行してください。',
    'Another program has locked the database of Quoth.':
      'ほかのアプリがQuothのデータベースをロックしています。',
    'Close the program that has quoth.db open, such as a database browser or a backup, then try again.':
      'データベースブラウザーやバックアップなど、quoth.dbを開いているアプリを閉じて、再試行してください。',
    'The database of Quoth is damaged.': 'Quothのデータベースが壊れています。',
    'See Models.': '「モデル」で確認できます。',
    'See Modes.': '「モード」で確認できます。',
    'See Settings, API keys.': '設定の「APIキー」で確認できます。',
    'See “Check this machine” under Settings, About.':
      '設定の「情報」にある「このコンピューターを確認」で調べられます。',
    'History lists them.': '「履歴」に一覧があります。',
    'Wait a moment, then try again.': 'しばらく待ってから、再試行してください。',
    'Try again.': '再試行してください。',
    'Move the file into your home folder, or allow its folder under Settings, API Server.':
      'ファイルをホームフォルダーに移動するか、設定の「APIサーバー」でそのフォルダーを許可してください。',
    'Allow it under Settings, Advanced.': '設定の「詳細」で許可してください。',
    'Wait until it is done, or cancel it; then try again.':
      '終わるのを待つかキャンセルしてから、再試行してください。',
    'Start Quoth again, and send the audio once more.': 'Quothを再起動し、音声をもう一度送信してください。',
    'Start Quoth again; the text will be in History.':
      'Quothを再起動すると、テキストが「履歴」に表示されます。',
    'Remove it and download it again under Models.': '「モデル」で削除し、もう一度ダウンロードしてください。',
    'Download it again under Models.': '「モデル」でもう一度ダウンロードしてください。',
    'Use “Check this machine” under Settings, About: it says how to install it.':
      '設定の「情報」にある「このコンピューターを確認」で、インストール方法を確認できます。',
    'Raise the memory limit under Settings, Advanced, or split the audio into parts.':
      '設定の「詳細」でメモリ上限を上げるか、音声を分割してください。',
    'Choose the automatic device under Settings, Advanced, or plug the device in again.':
      '設定の「詳細」で実行先を「自動」にするか、デバイスを接続し直してください。',
    'Set the key under Settings, API keys.': '設定の「APIキー」でキーを追加してください。',
    'Set one under Settings, API keys.': '設定の「APIキー」で追加してください。',
    'Set a valid key under Settings, API keys.': '設定の「APIキー」で有効なキーを入力してください。',
    'Set another one under Settings, API keys.': '設定の「APIキー」で別のキーを入力してください。',
    'Ask its operator for more credit; Settings, API keys shows what is left.':
      '管理者に残高の追加を依頼してください。残高は設定の「APIキー」で確認できます。',
    'Set a key, or add a server of your own, under Settings, API keys.':
      '設定の「APIキー」で、キーまたは自分のサーバーを追加してください。',
    'Start Ollama or LM Studio and add it under Settings, API keys.':
      'OllamaまたはLM Studioを起動し、設定の「APIキー」で追加してください。',
    'Start a keyring service. Or, if a file that only you can read is safe enough, choose Files under Settings, Advanced; then try again.':
      'キーリングを起動して、再試行してください。あなただけが読めるファイルで十分に安全な場合は、設定の「詳細」で保存先を「ファイル」にしてから再試行することもできます。',
    'Quoth started itself again after an error of its own. Every recording is kept.':
      '内部エラーが発生したため、Quothは自動的に再起動しました。録音はすべて残っています。',
    'The microphone library does not load.': 'マイクのライブラリを読み込めません。',
    'The window has not been built yet.': 'ウィンドウはまだビルドされていません。',
    'No browser could be opened: none exists, or no screen to show it on.':
      'ブラウザーを開けませんでした。ブラウザーか、表示する画面がありません。',
    'Quoth was closed before the work was finished.': '処理が終わる前にQuothが終了しました。',
    'The speech engine failed on this audio.': 'エンジンがこの音声を処理できませんでした。',
    '{model} stopped responding and was stopped.': '{model}が応答しなくなったため、停止しました。',
    '{model} took too long for this audio and was stopped.':
      '{model}がこの音声の処理に時間をかけすぎたため、停止しました。',
    'Try again when the machine is less busy, or split the audio into parts.':
      'コンピューターの負荷が下がってから再試行するか、音声を分割してください。',
    '{model} took more than {size} MB of memory and was stopped.':
      '{model}のメモリ使用量が{size} MBを超えたため、停止しました。',
    '{model} exited unexpectedly ({how}).': '{model}が予期せず終了しました（{how}）。',
    'Try again: the next transcription restarts it. The recording is kept.':
      '再試行してください。次の文字起こしで再起動します。録音は残っています。',
    'Speech was detected, but no words could be recognised.':
      '音声は検出しましたが、言葉を認識できませんでした。',
    'Speak closer to the microphone, or choose a model that supports the spoken language.':
      'マイクに近づいて話すか、話す言語に対応したモデルを選んでください。',
    "{model} can't run on the selected device ({device}): it is missing or not ready.":
      '{model}を選択したデバイス（{device}）で実行できません。デバイスがないか、準備ができていません。',
    'The file of the model {model} is missing.': 'モデル{model}のファイルがありません。',
    'The file of the model {model} is damaged: {how}.': 'モデル{model}のファイルが壊れています（{how}）。',
    '{model} needs about {needed} of memory, and {free}.':
      '{model}には約{needed}のメモリが必要です（{free}）。',
    'This model does not translate.': 'このモデルは翻訳に対応していません。',
    'This model cannot detect the spoken language.': 'このモデルは、話している言語を検出できません。',
    'This model does not support the language "{language}".':
      'このモデルは言語「{language}」に対応していません。',
    'The audio is larger than {size} MiB.': '音声が{size} MiBを超えています。',
    'Split it into parts, or compress it.': '分割するか、圧縮してください。',
    'The audio is empty.': '音声が空です。',
    'This is not audio, regardless of its file name or content type.':
      'ファイル名や種類にかかわらず、内容が音声ではありません。',
    'Supported formats are {formats}; with FFmpeg also {more}.':
      '対応する形式は{formats}です。FFmpegがあれば{more}も使えます。',
    'The disk is full, so the audio could not be kept.':
      'ディスクがいっぱいのため、音声を保存できませんでした。',
    'Free some space in the data folder and send it again.':
      'データフォルダーの空き容量を増やし、もう一度送信してください。',
    'The audio is damaged.': '音声が壊れています。',
    'The audio contains no samples.': '音声にデータがありません。',
    'The file contains no audio track.': 'ファイルに音声トラックがありません。',
    'The file has no sound, only video.': 'ファイルには映像だけで、音声がありません。',
    'Export it again with its sound.': '音声を含めて書き出し直してください。',
    'Split it into parts and send them one by one.': '分割し、1つずつ送信してください。',
    'Check that the file plays, or export it again as wav or mp3.':
      'ファイルを再生できるか確認するか、WAVまたはMP3で書き出し直してください。',
    'Check that the file plays to its end, or export it again as wav or mp3.':
      'ファイルを最後まで再生できるか確認するか、WAVまたはMP3で書き出し直してください。',
    'The audio is damaged: only the first {seconds} s of it can be decoded.':
      '音声が壊れています。最初の{seconds}秒だけ読み取れます。',
    'The disk is full, so the audio could not be decoded. The recording is kept.':
      'ディスクがいっぱいのため、音声を読み取れませんでした。録音は残っています。',
    'Free some space in the data folder, then transcribe the recording again.':
      'データフォルダーの空き容量を増やし、もう一度文字起こししてください。',
    'The audio of this recording no longer exists.': 'この録音の音声は残っていません。',
    'Its transcript can still be read.': '文字起こしは引き続き読めます。',
    'There is no API key for {provider}.': '{provider}のAPIキーがありません。',
    '{provider} rejected its API key (status {status}).':
      '{provider}がAPIキーを拒否しました（ステータス{status}）。',
    '{provider} rejected its API key ({why}).': '{provider}がAPIキーを拒否しました（{why}）。',
    '{provider} rejected its API key.': '{provider}がAPIキーを拒否しました。',
    '{provider} rejected the key.': '{provider}がキーを拒否しました。',
    '{provider} cannot be reached: {why}.': '{provider}に接続できません（{why}）。',
    '{provider} cannot be reached.': '{provider}に接続できません。',
    '{provider} did not answer within {time}.': '{provider}が{time}以内に応答しませんでした。',
    '{provider} has an outage (status {status}).': '{provider}で障害が発生しています（ステータス{status}）。',
    '{provider} refused the request (status {status}).':
      '{provider}がリクエストを拒否しました（ステータス{status}）。',
    '{provider} sent an answer that cannot be read.': '{provider}からの応答を読み取れません。',
    '{provider} does not accept uploads this large.': '{provider}は、この大きさのファイルを受け付けません。',
    '{provider} does not allow this with the current API key (status 403).':
      '現在のAPIキーでは、{provider}でこの操作を実行できません（ステータス403）。',
    '{provider} accepted the audio but could not transcribe it.':
      '{provider}は音声を受け取りましたが、文字起こしできませんでした。',
    'The account with {provider} has no credit left for this recording.':
      '{provider}の残高が、この録音には足りません。',
    'Check the network, then try again.': 'ネットワークを確認して、再試行してください。',
    'The text is unchanged.': 'テキストは変更されていません。',
    'No language model is set up.': '言語モデルが設定されていません。',
    'No language model on this machine is set up.': 'このコンピューターの言語モデルが設定されていません。',
    'Editing by voice needs a language model.': '声での編集には、言語モデルが必要です。',
    'The language model answered the text instead of rewriting it.':
      '言語モデルが、テキストをリライトせずに、内容に返答しました。',
    'The language model returned no text.': '言語モデルがテキストを返しませんでした。',
    'The language model left its reasoning in the text.': '言語モデルが、思考の過程をテキストに残しました。',
    'The language model repeated its instructions instead of the text.':
      '言語モデルが、テキストの代わりに指示を繰り返しました。',
    'The language model mixed its instructions into the text.': '言語モデルが、指示をテキストに混ぜました。',
    'The language model refused to rewrite the text.': '言語モデルがリライトを拒否しました。',
    'The language model wrote far more than was said.':
      '言語モデルが、話した内容よりはるかに多くを書きました。',
    'The language model changed the language of the text.': '言語モデルが、テキストの言語を変えました。',
    'The language model left out much of what was said.': '言語モデルが、話した内容の多くを省きました。',
    'The selected text stays as it is.': '選択したテキストは変更されていません。',
    '{provider} accepts no more requests right now ({why}): too many at once, or no credit left.':
      '{provider}は現在、リクエストを受け付けていません（{why}）。リクエストが多すぎるか、残高がありません。',
    '{provider} took too long: {why}.': '{provider}の応答に時間がかかりすぎました（{why}）。',
    '{provider} does not know the model ({why}). Choose another one.':
      '{provider}にこのモデルはありません（{why}）。別のモデルを選んでください。',
    '{provider} refused the request: {why}.': '{provider}がリクエストを拒否しました（{why}）。',
    '{provider} returned no usable answer: {why}.':
      '{provider}から使用できる応答がありませんでした（{why}）。',
    '{provider} returned an incomplete answer: {why}.': '{provider}の応答が不完全でした（{why}）。',
    'Choose this language, or auto.': 'この言語か auto を選んでください。',
    '{model} translates {language} roughly, and may write what was not said.':
      '{model}の{language}の翻訳は大まかで、話されていないことを書く場合があります。',
    'The speech seems to be {language}, and {expected} was expected.':
      '話している言語は{language}のようです（想定：{expected}）。',
    '{model} is unsure of most words: the speech is unclear, or not {expected}.':
      '{model}はほとんどの単語に確信がありません。声が不明瞭か、言語が{expected}ではないようです。',
    'No model in the catalog supports this language.': 'この言語に対応するモデルは、カタログにありません。',
    'The mode uses the tier "{tier}" of Quoth cloud, but no gateway is set up.':
      'モードはQuoth cloudの精度「{tier}」を使いますが、ゲートウェイが設定されていません。',
    'No cloud provider that transcribes has an API key.':
      '文字起こしに使えるクラウドプロバイダーのAPIキーがありません。',
    'No model was chosen for {provider}.': '{provider}のモデルが選ばれていません。',
    'The model {model} does not translate.': 'モデル{model}は翻訳に対応していません。',
    'The model {model} cannot detect the spoken language.':
      'モデル{model}は、話している言語を検出できません。',
    'The model {model} does not support the language "{language}".':
      'モデル{model}は言語「{language}」に対応していません。',
    'No installed speech model translates.':
      'インストール済みの音声認識モデルは、どれも翻訳に対応していません。',
    'The recording {id} is being processed.': '録音{id}は処理中です。',
    'This recording was not rewritten.': 'この録音はリライトされていません。',
    'The audio was missing when Quoth restarted.': 'Quothの再起動時に、音声が見つかりませんでした。',
    'Stopped after {count} attempts, each ended by a crash. The audio is kept.':
      '{count}回続けてクラッシュしたため、停止しました。音声は残っています。',
    'The mode "{mode}" has rewriting turned off.': 'モード「{mode}」では、リライトがオフになっています。',
    'The text is empty.': 'テキストが空です。',
    'The action "{name}" has paused {why}. Texts wait for it until it is resumed.':
      'アクション「{name}」は一時停止しています（{why}）。再開するまで、テキストは待機します。',
    'Exited with status 0.': 'ステータス0で終了しました。',
    'Port {port} {why}, so the local API stays off.':
      'ポート{port}を使えないため（{why}）、ローカルAPIはオフのままです。',
    'Port {wanted} {why}; the local API uses port {port} instead.':
      'ポート{wanted}を使えないため（{why}）、ローカルAPIは代わりにポート{port}を使います。',
    'This machine has no secure store ({store}), so provider keys are stored in files that only you can read, as you chose.':
      'このコンピューターにはキーリング（{store}）がないため、選択どおり、プロバイダーのキーをあなただけが読めるファイルに保存しています。',
    Accessibility: 'アクセシビリティ',
    Clipboard: 'クリップボード',
    Indicator: 'インジケーター',
    Screen: '画面',
    'Session bus': 'セッションバス',
    Shortcuts: 'ショートカット',
    'Writing at the cursor': 'カーソル位置への入力',
    'Quoth has not been run on macOS yet.': 'Quoth は macOS でまだ実行されていません。',
    'macOS does not let Quoth press keys: texts are copied, and modifiers alone do not start a dictation.':
      'macOSがQuothのキー操作を許可していません。テキストはコピーされ、修飾キーだけでは音声入力を開始できません。',
    'In System Settings > Privacy & Security > Accessibility, allow the program that starts Quoth, such as your terminal.':
      '「システム設定」>「プライバシーとセキュリティ」>「アクセシビリティ」で、ターミナルなどQuothを起動するアプリを許可してください。',
    'The indicator could not be shown: while a microphone is open, a notification or the tray icon says so.':
      'インジケーターを表示できません。マイクがオンの間は、通知またはトレイアイコンでお知らせします。',
    'In a terminal of your desktop:': 'デスクトップのターミナルで実行：',
    'Reload the window.': 'ウィンドウを再読み込みしてください。',
    'In a terminal:': 'ターミナルで実行：',
    'Quoth was started where there is no screen: no keys, no indicator, nothing is written or copied.':
      '画面のない環境でQuothが起動されました。ショートカットやインジケーターは使えず、テキストの入力やコピーもできません。',
    'This desktop lets no program have keys (it has no portal for global shortcuts).':
      'このデスクトップ環境では、アプリがショートカットを使えません（グローバルショートカットのポータルがありません）。',
    'There is no program that copies texts: they are only in the history.':
      'テキストをコピーするプログラムがないため、テキストは履歴だけに残ります。',
    'The portal of this desktop lets no program press keys: texts are copied.':
      'このデスクトップ環境のポータルではキー操作ができないため、テキストはコピーされます。',
    'Your desktop has not been asked whether Quoth may press keys: texts are copied.':
      'Quothのキー操作がまだ許可されていないため、テキストはコピーされます。',
    'Your desktop is asking whether Quoth may press keys. Look for its dialog.':
      'Quothのキー操作を許可するか、デスクトップ環境が確認しています。表示されたダイアログを確認してください。',
    'Your desktop does not let Quoth press keys: texts are copied.':
      'デスクトップ環境がQuothのキー操作を許可していないため、テキストはコピーされます。',
    'Quoth was started without the session bus of a desktop: there is no tray icon.':
      'デスクトップのセッションバスなしで起動されたため、トレイアイコンを表示できません。',
    '{path} cannot be written.': '{path}に書き込めません。',
    '{path} has only {size} MB left.': '{path}の空き容量は残り{size} MBです。',
    '{path}, {size} MB free.': '{path}、空き容量{size} MB。',
    'Not installed: m4a and aac cannot be decoded, other formats take longer.':
      '未インストールです。m4aとaacは読み取れず、ほかの形式は時間がかかります。',
    'fastest English': '英語、最速',
    'live English': '英語、リアルタイム',
    'quick English': '英語、高速',
    'best English': '英語、最高精度',
    '25 European languages': 'ヨーロッパの25言語',
    'the fewest errors among the fastest models; with word timestamps':
      '最速クラスのモデルの中で誤りが最も少ない。単語ごとのタイムスタンプ付き',
    'the fewest errors among models that transcribe while you speak; with word timestamps':
      '話しながら文字起こしするモデルの中で誤りが最も少ない。単語ごとのタイムスタンプ付き',
    'the fewest errors of all; large and slow, without timestamps for captions':
      '全モデルの中で誤りが最も少ない。大きく低速で、字幕用のタイムスタンプなし',
    'detects the language automatically; with word timestamps; smaller than Canary 1B v2':
      '言語を自動検出。単語ごとのタイムスタンプ付き。Canary 1B v2より小さい',
    '100 languages': '100言語',
    'good in English, rough in most other languages; detects the language automatically; with timestamps and translation into English':
      '英語は良好、ほかの多くの言語では誤りが多め。言語を自動検出。タイムスタンプと英語への翻訳に対応',
    'English only; quick on any machine; without timestamps for captions':
      '英語のみ。どのコンピューターでも高速。字幕用のタイムスタンプなし',
    '99 languages': '99言語',
    'detects the language automatically; half the size of Whisper Large v3, with nearly as few errors':
      '言語を自動検出。サイズはWhisper Large v3の半分で、誤りの少なさはほぼ同じ',
    'is in use by another program': '別のアプリが使用中',
    'may not be used by this user': 'このユーザーは使用できません',
    'because the receiver answered that its address is gone (410)': '送信先のアドレスがなくなったため（410）',
    'after {count} failed attempts in a row': '{count}回連続で失敗したため',
    'the connection was refused': '接続が拒否されました',
    'its host name was not found; this machine may be offline':
      'ホスト名が見つかりません。オフラインの可能性があります',
    'there is no network': 'ネットワークがありません',
    'there is no route to it': '経路がありません',
    'the connection was lost': '接続が切れました',
    'the connection took too long': '接続に時間がかかりすぎました',
    'it closed the connection while data was being sent': '送信中に接続が閉じられました',
    'its certificate is not trusted by this machine': '証明書がこのコンピューターで信頼されていません',
    'there was no connection': '接続できませんでした',
    'no connection': '接続できません',
    'no connection ({code})': '接続できません（{code}）',
    'no answer in {seconds} s': '{seconds}秒以内に応答がありません',
    'it answered HTTP {status}': '応答 HTTP {status}',
    'it answered with status {status}': 'ステータス{status}の応答',
    'it redirects elsewhere, and redirects are not followed':
      '別のアドレスにリダイレクトされましたが、リダイレクトには従いません',
    'there was no answer within {seconds} s': '{seconds}秒以内に応答がありませんでした',
    'the answer was cut off before its end': '応答が途中で切れています',
    "the provider's own filter blocked the answer": 'プロバイダーのフィルターが応答をブロックしました',
    'the answer is too large for a text': '応答がテキストとしては大きすぎます',
    'the connection was lost before the answer was complete': '応答が終わる前に接続が切れました',
    "the answer does not match the provider's documentation": '応答がプロバイダーの仕様と異なります',
    'it could not be started': '起動できませんでした',
    'code {code}': 'コード{code}',
    'the engine does not accept it': 'エンジンが読み込めません',
    'it has {found} bytes instead of {size}': '{size}バイトのはずが{found}バイトです',
    'less is free': '空きはそれより少ない状態です',
    '{size} are free': '空きは{size}',
    "one of the model's {count} languages": 'モデルの{count}言語のいずれか',
    "{provider} accepts no more requests right now: the account's limit has been reached or its credit has run out.":
      '{provider}は現在リクエストを受け付けていません。アカウントの上限に達したか、残高がありません。',
    "{provider} accepts no more requests right now: the account's limit has been reached or its credit has run out (it asks to wait {seconds} s).":
      '{provider}は現在リクエストを受け付けていません。アカウントの上限に達したか、残高がありません（{seconds}秒待つ必要があります）。',
    '{provider} rejected the key (HTTP {status}).': '{provider}がキーを拒否しました（HTTP {status}）。',
    '{model} noted speech in a language that it does not know: the speech may not be {expected}.':
      '{model}が対応していない言語を検出しました。話された言語は{expected}ではないかもしれません。',
    'The text reads like another language: the speech may not be {expected}.':
      'テキストが別の言語のようです。話された言語は{expected}ではないかもしれません。',
    'Quoth exited during this recording; up to a second at its end may be missing.':
      'この録音中にQuothが終了しました。最後の1秒ほどが欠けている可能性があります。',
    'This recording is being processed.': 'この録音は処理中です。',
    'The provider has been removed.': 'プロバイダーは削除されました。',
    'The provider of the mode "{mode}" does not exist. Choose another one in the mode.':
      'モード「{mode}」のプロバイダーがありません。モードで別のプロバイダーを選んでください。',
    'There are {count} servers already, which is the limit.': 'サーバーはすでに上限の{count}台です。',
    'Remove one that is no longer used.': '使っていないものを削除してください。',
    'There is already a provider called "{name}".': '「{name}」というプロバイダーはすでにあります。',
    'Something is being recorded, transcribed or downloaded.':
      '録音、文字起こし、またはダウンロードの実行中です。',
    'Wait until it is done, or cancel it.': '終わるまで待つか、キャンセルしてください。',
    '“{path}” does not say in which folder the file is.': '「{path}」ではフォルダーがわかりません。',
    'The clock has jumped ahead since Quoth last ran, so nothing is deleted by its age for now.':
      'Quothの前回の実行から時計が急に進んだため、当面は古さによる削除を行いません。',
    'If the date is right, nothing needs to be done: deletion resumes when Quoth has run for a day.':
      '日付が正しければ何もする必要はありません。Quothが1日動いた後に削除を再開します。',
    '{path} is a link to another folder, and Quoth deletes what is in this one.':
      '{path}は別のフォルダーへのリンクで、Quothはこのフォルダーの中身を削除します。',
    'Remove the link, then start Quoth again. Nothing was deleted.':
      'リンクを取り除いてからQuothを起動し直してください。何も削除されていません。',
    'Move it aside, then start Quoth again.': '別の場所に移してからQuothを起動し直してください。',
    'The database was missing or empty, so the history is new. The audio of earlier recordings is still in {path}.':
      'データベースがないか空だったため、履歴は新しくなりました。以前の録音の音声は{path}に残っています。',
    'Restore a backup, or a copy of the database, to have their texts again.':
      'テキストを取り戻すには、バックアップかデータベースのコピーを復元してください。',
    'The disk of the data folder is read-only, so nothing can be saved.':
      'データフォルダーのディスクが読み取り専用のため、何も保存できません。',
    'The data folder may not be written to, so nothing can be saved.':
      'データフォルダーへの書き込みが許可されていないため、何も保存できません。',
    'The disk of the data folder reports an error, so nothing can be saved.':
      'データフォルダーのディスクがエラーを報告しているため、何も保存できません。',
    'What could not be saved was not changed. Put that right, then try again.':
      '保存できなかったものは変更されていません。原因を取り除いてから、もう一度試してください。',
    'The search took too long.': '検索に時間がかかりすぎました。',
    'This name cannot be the name of a file.': 'この名前はファイル名にできません。',
    'A name has letters, digits, spaces, ".", "_" and "-", and begins with a letter or digit.':
      '名前に使えるのは文字、数字、スペース、「.」「_」「-」です。先頭は文字か数字にしてください。',
    'A name is one line of visible characters.': '名前は、表示できる文字で1行にしてください。',
    'A mode needs a name.': 'モードには名前が必要です。',
    'A name has at most {count} characters.': '名前は最大{count}文字です。',
    'A name must not contain invisible characters, or ones that change the direction of text.':
      '名前に、見えない文字や文字の方向を変える文字は使えません。',
    'Write the word or phrase.': '単語または語句を入力してください。',
    'A word or phrase has at most {count} characters.': '単語や語句は最大{count}文字です。',
    'A word or phrase must not contain invisible characters, or ones that change the direction of text.':
      '単語や語句に、見えない文字や文字の方向を変える文字は使えません。',
    'Put the two sides of an arrow into separate fields.': '矢印の左右は別々の欄に入力してください。',
    'The file is too large for a vocabulary.': '単語登録のファイルとしては大きすぎます。',
    'The key is empty.': 'キーが空です。',
    'The key is too long.': 'キーが長すぎます。',
    'A key must be ASCII without spaces.': 'キーに使えるのは半角の英数字と記号だけで、スペースは使えません。',
    'This is no web address.': 'ウェブアドレスではありません。',
    'Leave user name and password out; a key goes beside it.':
      'ユーザー名とパスワードは含めないでください。キーは専用の欄に入力します。',
    'Leave out what follows "?" or "#".': '「?」や「#」より後は取り除いてください。',
    'Give an https address; http is for this machine only.':
      'httpsのアドレスを入力してください。httpはこのコンピューターだけで使えます。',
    'Give an https address (or http on this machine) without a user name, query or fragment.':
      'httpsのアドレス（このコンピューターならhttpも可）を、ユーザー名、「?」「#」なしで入力してください。',
    'Name a program.': 'プログラムを指定してください。',
    'Give the full path.': 'フルパスで入力してください。',
    'The path cannot contain "..".': 'パスに「..」は使えません。',
    'There is no {placeholder} here. Use {list}.':
      'ここでは{placeholder}は使えません。使えるのは{list}です。',
    'Give an address such as https://example.com/quoth.':
      'https://example.com/quothのようなアドレスを入力してください。',
    'The address cannot contain a user name or password.': 'アドレスにユーザー名やパスワードは使えません。',
    'Use https: without it, what you say would be readable on the network. http is allowed for addresses of this machine only.':
      'httpsを使ってください。httpでは、話した内容をネットワーク上で読み取られるおそれがあります。httpはこのコンピューターのアドレスでのみ使えます。',
    'No backup was checked.': '確認済みのバックアップがありません。',
    'Choose one first.': '先にバックアップを選んでください。',
    'The process for backups has ended before it was done.': 'バックアップの処理が途中で終了しました。',
    'The secure store for keys is locked or did not respond.':
      'キーリングがロックされているか、応答しませんでした。',
    'This machine has no secure store for keys.': 'このコンピューターにはキーリングがありません。',
    '{count} copy in {folder}, {size}.': '{folder}に{count}個のコピー、{size}。',
    '{count} copies in {folder}, {size}.': '{folder}に{count}個のコピー、{size}。',
    'The latest is deleted on {date}.': '最新のコピーは{date}に削除されます。',
    'Stop Quoth and restore quoth.db in the data folder from a backup, or move it aside to start with an empty history.':
      'Quothを終了し、データフォルダーのquoth.dbをバックアップから復元するか、別の場所に移して空の履歴から始めてください。',
    'The audio next to it is untouched.': '同じフォルダーの音声はそのまま残っています。',
    'Send again what was refused at that moment. The log has the details: {path}.':
      'そのとき拒否されたリクエストは、もう一度送信してください。詳細はログにあります：{path}。',
    'A sound server is needed, PulseAudio or PipeWire: {command}':
      'サウンドサーバー（PulseAudioまたはPipeWire）が必要です：{command}',
    'The file is larger than {size} GiB.': 'ファイルが{size} GiBを超えています。',
    'No speech model is that large: choose another file.':
      '音声認識モデルとしては大きすぎます。別のファイルを選んでください。',
    '{count} uploads are already in progress.': 'すでに{count}件のアップロードを実行中です。',
    'Wait until one of them has finished, then try again.': 'どれかが終わるのを待って、再試行してください。',
    'The path contains a loop of symbolic links.': 'パスのシンボリックリンクが循環しています。',
    'A path has at most {count} characters.': 'パスは最大{count}文字です。',
    'The file name is too long.': 'ファイル名が長すぎます。',
    'This is not a regular file.': '通常のファイルではありません。',
    'Name a file, not a folder, pipe or device.':
      'フォルダー、パイプ、デバイスではなく、ファイルを指定してください。',
    'This is a symbolic link, which is not followed.': 'シンボリックリンクのため、使用できません。',
    'Give the path of the file itself.': 'ファイルそのもののパスを入力してください。',
    'This is a folder.': 'フォルダーです。',
    'Give the path of a file.': 'ファイルのパスを入力してください。',
    'Its signing secret is missing.': '署名用シークレットがありません。',
    'Make a new one for this action.': 'このアクションのシークレットを再生成してください。',
    'This name does not lead to this machine, and http goes nowhere else.':
      'このアドレスはこのコンピューターではありません。httpはこのコンピューターだけで使えます。',
    'Use https.': 'httpsを使ってください。',
    'There is no program "{program}".': 'プログラム「{program}」が見つかりません。',
    'Give its full path, or check that it is on the PATH.':
      'フルパスを入力するか、PATHにあるか確認してください。',
    '"{program}" may not be executed.': '「{program}」を実行する権限がありません。',
    'Make it executable, such as with: chmod u+x': '実行できるようにしてください。例：chmod u+x',
    '"{program}" is not a program.': '「{program}」はプログラムではありません。',
    'A script begins with a line such as #!/bin/sh': 'スクリプトの先頭には、#!/bin/shのような行が必要です',
    '"{program}" cannot be started without a shell.': '「{program}」はシェルなしでは起動できません。',
    'Name the program that runs it, such as cmd.exe with /c, as the command.':
      'cmd.exeと/cのように、実行に使うプログラムを指定してください。',
    'Quoth was closed.': 'Quothが終了しました。',
    'What an edit by voice replaced is kept in memory for ten minutes.':
      '声での編集で置き換えられたテキストは、10分間だけメモリに残ります。',
    'The program that has the text may undo it.': 'テキストのあるアプリで元に戻せる場合があります。',
    'Data folder': 'データフォルダー',
    'Audio decoder FFmpeg': '音声デコーダー FFmpeg',
    'Neural speech models (transcribe.cpp)': 'ニューラル音声認識モデル（transcribe.cpp）',
    'Copies of the database': 'データベースのコピー',
    Notice: 'お知らせ',
    'API Server': 'APIサーバー',
    '{path}, model {model}.': '{path}、モデル{model}。',
    'Not found: {list}.': '見つかりません：{list}。',
    'The package {package} is not installed.': 'パッケージ{package}がインストールされていません。',
    'There is no prebuilt library for {system}; cloud providers work without it.':
      '{system}用のビルド済みライブラリがありません。クラウドのプロバイダーは使えます。',
    'Ready, {count} model installed.': '使用できます（インストール済みモデル：{count}個）。',
    'Ready, {count} models installed.': '使用できます（インストール済みモデル：{count}個）。',
    'Ready, but no model is installed.': '使用できますが、モデルがインストールされていません。',
    '{model} has an architecture that this version of Quoth does not support.':
      '{model}のアーキテクチャには、このバージョンのQuothは対応していません。',
    'Update Quoth, or choose another model.': 'Quothを更新するか、別のモデルを選んでください。',
    'Close other programs, or choose a smaller model.':
      'ほかのアプリを閉じるか、小さいモデルを選んでください。',
    'Choose another model or language.': '別のモデルまたは言語を選んでください。',
    'The engine cannot load it.': 'エンジンが読み込めません。',
    'The engine crashed while loading it.': '読み込み中にエンジンがクラッシュしました。',
    'Download the file again, or choose another model.':
      'ファイルをもう一度ダウンロードするか、別のモデルを選んでください。',
    'Specify it: one of {languages}.': '言語を指定してください：{languages}。',
    'Remove the package instead.': '代わりにパッケージを削除してください。',
    'The credit with {provider} has run out.': '{provider}の残高がなくなりました。',
    'The credit with {provider} will last for about {minutes} more minute of speech.':
      '{provider}の残高は、あと約{minutes}分の音声に相当します。',
    'The credit with {provider} will last for about {minutes} more minutes of speech.':
      '{provider}の残高は、あと約{minutes}分の音声に相当します。',
    'Ask its operator for more credit, or choose a model on this machine.':
      '管理者に残高の追加を依頼するか、このコンピューターのモデルを選んでください。',
    'Check the address and the token.': 'アドレスとトークンを確認してください。',
    'It responds, but limits the request rate.': '応答していますが、リクエスト数が制限されています。',
    '{provider} has been removed, so no more audio was sent.':
      '{provider}は削除されたため、以降の音声は送信されていません。',
    'Choose another provider.': '別のプロバイダーを選んでください。',
    'Create a key at {address}.': 'キーは{address}で作成できます。',
    'The key for {provider} cannot be read.': '{provider}のキーを読み取れません。',
    'Unlock the store and try again.': 'キーリングのロックを解除して、再試行してください。',
    'A model on this machine works without it.':
      'このコンピューターのモデルなら、プロバイダーなしで使えます。',
    'Checked {when}.': '確認：{when}。',
    'just now': 'たった今',
    '{seconds} s ago': '{seconds}秒前',
    '{minutes} min ago': '{minutes}分前',
    'Tried {method} {address} {when}; no audio was sent.':
      '試行：{method} {address}（{when}）。音声は送信されていません。',
    'Tried {method} {address}; no audio was sent.': '試行：{method} {address}。音声は送信されていません。',
    'Tried {method} {address} {when}; no text was sent.':
      '試行：{method} {address}（{when}）。テキストは送信されていません。',
    'Tried {method} {address}; no text was sent.': '試行：{method} {address}。テキストは送信されていません。',
    'The audio was being sent to {address}; the last check, {when}, succeeded.':
      '{address}に音声を送信していました。最後の確認（{when}）では接続できていました。',
    'Start a keyring service and set each key again to move it there.':
      'キーリングを起動し、各キーをもう一度入力すると、保存先がキーリングに移ります。',
    'The key is stored in {store}, which is locked or did not respond.':
      'キーは{store}に保存されていますが、ロックされているか応答しませんでした。',
    'The signing secret is stored in {store}, which is locked or did not respond.':
      '署名用シークレットは{store}に保存されていますが、ロックされているか応答しませんでした。',
    'This machine has no secure store ({store}), so the {what}.':
      'このコンピューターにはキーリング（{store}）がないため、{what}。',
    'The {what}: {store} is locked or did not respond.':
      '{store}がロックされているか応答しないため、{what}。',
    'key was not saved': 'キーは保存されませんでした',
    'key could not be deleted': 'キーを削除できませんでした',
    'signing secret was not saved': '署名用シークレットは保存されませんでした',
    'signing secret could not be deleted': '署名用シークレットを削除できませんでした',
    'The recording was canceled.': '録音はキャンセルされました。',
    'Its audio is kept.': '音声は残っています。',
    'The recording was transcribed again before this finished.':
      '完了する前に、録音がもう一度文字起こしされました。',
    'Read the recording again.': '録音をもう一度開いてください。',
    'Too many searches are waiting.': '待機中の検索が多すぎます。',
    'Add a date filter.': '日付で絞り込んでください。',
    'Wait until it is done, or cancel it; then delete it.':
      '終わるのを待つかキャンセルしてから、削除してください。',
    'Wait until it is done, or cancel it; then edit it.':
      '終わるのを待つかキャンセルしてから、編集してください。',
    'The server has no language model.': 'サーバーに言語モデルがありません。',
    'Install one there, for example with "ollama pull gemma3:4b".':
      '「ollama pull gemma3:4b」などでインストールしてください。',
    'The mode "{mode}" rewrites on this machine only, but its provider is remote.':
      'モード「{mode}」のリライトはこのコンピューターに限られていますが、プロバイダーは外部のものです。',
    'Nothing was sent.': '何も送信されていません。',
    'The prompt is empty.': 'プロンプトが空です。',
    'Say what to do with the text, or give a preset.':
      'テキストをどうするかを書くか、スタイルを選んでください。',
    'Give a text to rewrite.': 'リライトするテキストを入力してください。',
    'Give a preset or a prompt, or turn rewriting on in the mode.':
      'スタイルまたはプロンプトを指定するか、モードでリライトをオンにしてください。',
    'The text is too long for {model} of {provider}: at least {count} tokens, but its context for input and output is {limit}.':
      '{provider}の{model}にはテキストが長すぎます。{count}トークン以上ありますが、入出力の上限は{limit}です。',
    'Choose another model, or rewrite it in parts.': '別のモデルを選ぶか、分けてリライトしてください。',
    'Something went wrong while calling {provider}.': '{provider}の呼び出し中に問題が発生しました。',
    "Its text is the speech engine's own, after the mode's text rules.":
      'テキストは、エンジンの認識結果にモードの書式を適用したものです。',
    'The new token could not be stored.': '新しいトークンを保存できませんでした。',
    'The disk is full, so the new token could not be stored.':
      'ディスクがいっぱいのため、新しいトークンを保存できませんでした。',
    'The old one no longer works.': '古いトークンは使えなくなりました。',
    'The old one no longer works until Quoth ends.': '古いトークンは、Quothを終了するまで使えません。',
    'Wait a moment, or check your plan with {provider}.':
      'しばらく待つか、{provider}の契約プランを確認してください。',
    'Split the audio into parts, or use another provider.':
      '音声を分割するか、別のプロバイダーを使ってください。',
    'Check the model and the language, or try another model or provider.':
      'モデルと言語を確認するか、別のモデルまたはプロバイダーを試してください。',
    '{provider} does not offer transcription.': '{provider}は文字起こしに対応していません。',
    '{provider} does not offer speech-to-text.': '{provider}は文字起こしに対応していません。',
    'Choose another one.': '別のものを選んでください。',
    '{provider} heard nothing in what was streamed.':
      '{provider}は、送信された音声から何も検出しませんでした。',
    'The key for {provider} was removed or replaced during the recording, so no more of it was streamed.':
      '録音中に{provider}のキーが削除または変更されたため、以降は送信されていません。',
    'The connection is too slow to stream a recording over it.':
      '接続が遅すぎるため、話しながら送信できません。',
    'The last {seconds} s of the audio are missing: the file ends before its header says.':
      '音声の最後の{seconds}秒がありません。ファイルがヘッダーの値より短くなっています。',
    'Send the whole file if you have it.': '完全なファイルがあれば、それを送信してください。',
    'The text of {times} repeats itself, or is more than anyone says in that time.':
      '{times}のテキストは繰り返しか、その時間に話せる量を超えています。',
    'Speech at {times} has no text, or far too little.':
      '{times}の話し声にはテキストがないか、少なすぎます。',
    'The text of {times} stands where no one seems to speak.':
      '{times}のテキストは、誰も話していないと思われる所にあります。',
    "The text of {times} is left out: what the model wrote there can't have been said.":
      '{times}のテキストは省かれました。モデルが書いた内容は話されたはずのないものです。',
    'The main sound track of the file has no speech, so track {track} was transcribed.':
      'ファイルの主音声トラックに音声がないため、トラック {track} を文字起こししました。',
    'Quoth was stopped before this transcription was finished.':
      '文字起こしが終わる前にQuothが終了しました。',
    'It resumes at the next start, as recording {id}.': '次回の起動時に、録音{id}として再開します。',
    '{model} is installed and supports this language: choose the model {id}.':
      'インストール済みの{model}がこの言語に対応しています。モデル{id}を選んでください。',
    '{model} is installed and understands more: choose the model {id}.':
      'インストール済みの{model}のほうが認識できる範囲が広くなります。モデル{id}を選んでください。',
    '{model} supports this language: download it under Models.':
      '{model}はこの言語に対応しています。「モデル」でダウンロードしてください。',
    '{model} understands more: download it under Models.':
      '{model}のほうが認識できる範囲が広くなります。「モデル」でダウンロードしてください。',
    '{provider}\'s model {model} does not support the language "{language}".':
      '{provider}のモデル{model}は言語「{language}」に対応していません。',
    'It supports {languages}.': '対応言語：{languages}。',
    'It supports {languages} and {count} more.': '対応言語：{languages}ほか{count}言語。',
    'Choose another model.': '別のモデルを選んでください。',
    'The mode\'s provider "{provider}" does not transcribe.':
      'モードのプロバイダー「{provider}」は文字起こしに対応していません。',
    'Transcription providers: {list}.': '文字起こしに対応するプロバイダー：{list}。',
    'No cloud provider has a model with this name.':
      'この名前のモデルを持つクラウドプロバイダーはありません。',
    'Give provider and model, such as "openai/whisper-1".':
      '「openai/whisper-1」のように、プロバイダーとモデルを指定してください。',
    '"auto" uses the best model on this machine instead.':
      '「auto」にすると、このコンピューターの最適なモデルを使います。',
    "{provider}'s model {model} is not made for medical speech.":
      '{provider}のモデル{model}は、医療分野に対応していません。',
    'Choose another provider for the mode, or “General” as its subject.':
      'モードで別のプロバイダーを選ぶか、分野を「一般」にしてください。',
    'Choose {models} as the provider’s model of the mode, or “General” as its subject.':
      'モードでプロバイダーのモデルに{models}を選ぶか、分野を「一般」にしてください。',
    'Choose one, such as "{provider}/whisper-1", or set the model in the mode.':
      '「{provider}/whisper-1」のように指定するか、モードでモデルを選んでください。',
    'Add one under Settings, API keys.': '設定の「APIキー」で追加してください。',
    'Or choose “Gateway’s default” as the accuracy of the mode, and a provider with a key of your own.':
      'または、モードの精度を「ゲートウェイの既定」にして、自分のキーがあるプロバイダーを選んでください。',
    'Specify it, here or in the mode: {languages}.':
      'ここまたはモードで言語を指定してください：{languages}。',
    'Specify it, here or in the mode: {languages} and {count} more.':
      'ここまたはモードで言語を指定してください：{languages}ほか{count}言語。',
    'Omit the model, or choose another one.': 'モデルの指定を省略するか、別のモデルを選んでください。',
    'No installed speech model supports {language} ("{tag}"); {model} does.':
      '{language}（「{tag}」）に対応する音声認識モデルがインストールされていません。{model}が対応しています。',
    'No speech model supports {language} ("{tag}"); {model} does.':
      '{language}（「{tag}」）に対応する音声認識モデルがありません。{model}が対応しています。',
    'No speech model supports {language} ("{tag}").':
      '{language}（「{tag}」）に対応する音声認識モデルがありません。',
    'Installed models: {list}.': 'インストール済みのモデル：{list}。',
    '"auto" uses the best of them.': '「auto」はその中で最適なモデルを使います。',
    'Cloud models are written as provider/model.':
      'クラウドのモデルは「プロバイダー/モデル」の形で指定します。',
    '{provider} responded with a redirect to another address.':
      '{provider}から、別のアドレスへのリダイレクトが返されました。',
    'It was not followed, so neither the key nor the audio was sent there; check the base URL.':
      'リダイレクトには従わず、キーも音声も送信していません。アドレスを確認してください。',
    'The request to {provider} was canceled.': '{provider}へのリクエストはキャンセルされました。',
    'The request to {provider} could not be made.': '{provider}にリクエストを送信できませんでした。',
    'The audio could not be read from the disk.': 'ディスクから音声を読み取れませんでした。',
    'The base URL of {provider} cannot be used.': '{provider}のアドレスは使用できません。',
    'Use 127.0.0.1 for this machine.': 'このコンピューターには127.0.0.1を使ってください。',
    "{provider} accepts no more audio right now: the account's limit has been reached or its credit has run out.":
      '{provider}は現在音声を受け付けていません。アカウントの上限に達したか、残高がありません。',
    '{provider} did not answer in time while audio was being streamed.':
      '音声の送信中に、{provider}が時間内に応答しませんでした。',
    '{provider} refused the audio that was being streamed.': '{provider}が送信中の音声を拒否しました。',
    'The stream to {provider} was canceled.': '{provider}への送信はキャンセルされました。',
    '{provider} ended the stream before the text was complete.':
      'テキストが完成する前に、{provider}が接続を終了しました。',
    '{provider} is still working on this request.': '{provider}はこのリクエストをまだ処理しています。',
    'No model is chosen for {provider}.': '{provider}のモデルが選ばれていません。',
    '{provider} does not accept {format} files; it accepts {list}.':
      '{provider}は{format}形式に対応していません。対応する形式：{list}。',
    'The audio has {size} MB; {provider} accepts at most {limit} MB.':
      '音声は{size} MBですが、{provider}の上限は{limit} MBです。',
    'The audio lasts {minutes} minutes; {provider} accepts at most {limit}.':
      '音声は{minutes}分ですが、{provider}の上限は{limit}分です。',
    '{provider} did not finish within {seconds} s.':
      '{provider}の処理が{seconds}秒以内に終わりませんでした。',
    "{provider}'s model {model} does not transcribe live.":
      '{provider}のモデル{model}は、リアルタイムの文字起こしに対応していません。',
    'Port {port} {why}; the Wyoming listener stays off.':
      'ポート{port}を使えないため（{why}）、Wyomingはオフのままです。',
    'The audio is longer than {count} seconds.': '音声が{count}秒を超えています。',
    'The audio is longer than {count} hours.': '音声が{count}時間を超えています。',
    'Without FFmpeg, only Vorbis, FLAC and Opus can be decoded from Ogg.':
      'FFmpegがない場合、Oggで読み取れるのはVorbis、FLAC、Opusだけです。',
    'Without FFmpeg, {codec} in this container cannot be decoded.':
      'FFmpegがないため、このファイルの{codec}を読み取れません。',
    'The audio claims {rate} samples per second, which is not valid audio.':
      'サンプリングレートが{rate}と記録されており、正しい音声ではありません。',
    'This machine has no decoder for {format}.': 'このコンピューターには{format}のデコーダーがありません。',
    'Install FFmpeg (Debian: {command}), or send {formats}.':
      'FFmpegをインストールするか（Debian：{command}）、{formats}のファイルを使ってください。',
    'Install FFmpeg ({command}), or send {formats}.':
      'FFmpegをインストールするか（{command}）、{formats}のファイルを使ってください。',
    'The decoder stopped in the middle of the audio.': 'デコーダーが音声の途中で停止しました。',
    'Decoding the audio takes too long.': '音声の読み取りに時間がかかりすぎています。',
    'The audio is damaged: decoding it takes more memory than any recording needs.':
      '音声が壊れています。読み取りに、通常の録音ではありえない量のメモリが必要です。',
    'The decoder cannot be started.': 'デコーダーを起動できません。',
    'FFmpeg cannot be started.': 'FFmpegを起動できません。',
    'FFmpeg could not write FLAC.': 'FFmpegがFLACを書き出せませんでした。',
    'The decoder was ended before it was done.': 'デコーダーが途中で終了しました。',
    "The audio file's header is invalid.": '音声ファイルのヘッダーが正しくありません。',
    'Samples of {bits} bits in this encoding are not supported.':
      'この符号化方式の{bits}ビットのサンプルには対応していません。',
    'Convert the file to 16-bit wav.': '16ビットのWAVに変換してください。',
    'Convert the file to plain 16-bit wav.': '標準的な16ビットのWAVに変換してください。',
    'The wav file does not declare its format before its samples.':
      'WAVファイルの音声データの前に、形式の情報がありません。',
    'The wav file contains no samples.': 'WAVファイルに音声データがありません。',
    'The header of the wav file is cut off.': 'WAVファイルのヘッダーが途中で切れています。',
    'This wav encoding is not supported.': 'このWAVの符号化方式には対応していません。',
    'The aiff file does not declare its format before its samples.':
      'AIFFファイルの音声データの前に、形式の情報がありません。',
    'The aiff file contains no samples.': 'AIFFファイルに音声データがありません。',
    'The header of the aiff file is cut off.': 'AIFFファイルのヘッダーが途中で切れています。',
    'This aiff encoding is not supported.': 'このAIFFの符号化方式には対応していません。',
    'It cannot be read.': '読み取れません。',
    '{file} is being changed by another program.': '{file}は別のアプリが変更中です。',
    '{file} is left alone: {why}.': '{file}は変更しませんでした（{why}）。',
    'it cannot be read or written ({code})': '読み書きできません（{code}）',
    'it is not text in UTF-8': 'UTF-8のテキストではありません',
    '"{key}" or "{name}" stands in it twice': '「{key}」または「{name}」が2回書かれています',
    'it is not JSON (line {line}: {code})': 'JSONではありません（{line}行目：{code}）',
    'it is not JSON with comments (line {line}: {code})':
      'コメント付きJSONではありません（{line}行目：{code}）',
    'It is to be added by hand.': '手動で追加する必要があります。',
    'It is to be taken out by hand.': '手動で削除する必要があります。',
    'Windows did not let Quoth at its list of programs that start at login.':
      'ログイン時に起動するアプリの一覧への変更が、Windowsに拒否されました。',
  },
};
