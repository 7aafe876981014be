import { type SpeechModel, usualCapabilities } from '../speech/speech-adapter.ts';
import { transcriptionsCall } from '../speech/transcriptions-endpoint.ts';
import { bearer, type Vendor } from '../vendor.ts';

/** An endpoint of the user's that speaks OpenAI's dialect: a local server, a gateway, another cloud. */
export interface CompatibleEndpoint {
  readonly id: string;
  readonly displayName: string;
  /** With its version, such as `http://127.0.0.1:8000/v1`. Checked when it is used. */
  readonly baseUrl: string;
  /** Its speech models, as the server lists them. */
  readonly models?: readonly string[];
}

/**
 * A vendor for an endpoint. Which formats a server accepts is not documented anywhere: wav, mp3 and flac are what the
 * smallest of them decode (whisper.cpp's server); 25 MB is vLLM's default limit (VLLM_MAX_AUDIO_CLIP_FILESIZE_MB).
 */
export function openAiCompatible({ id, displayName, baseUrl, models = [] }: CompatibleEndpoint): Vendor {
  const speechModels: SpeechModel[] = models.map((model) => ({
    id: model,
    displayName: model,
    languages: ['*'],
    capabilities: usualCapabilities,
  }));
  return {
    id,
    displayName,
    baseUrl,
    authorization: bearer,
    probe: { method: 'GET', paths: ['/models'] },
    keysPage: '',
    speech: {
      models: speechModels,
      defaultModel: speechModels[0]?.id ?? '',
      maxBytes: 25_000_000,
      maxSeconds: null,
      formats: ['wav', 'mp3', 'flac'],
      // A model on the user's own machine may be slower than real time, and loaded first.
      timeLimit: { baseMs: 120_000, perAudioSecondMs: 3_000 },
      begin: (job) => transcriptionsCall(job, { vocabulary: 'prompt', language: 'language', times: true }),
    },
  };
}
