import { concatenated, testSentences } from '@quoth/audio/fixtures/test-speech.ts';
import { VirtualMicrophone } from '@quoth/desktop/fixtures/virtual-microphone.ts';
import { median, type Result } from './result.ts';
import { timed, withStandIn } from './stand-in.ts';

/** Dictations each way. */
const DICTATIONS = 8;

/** From the end of speech to the text, streamed and as a file, in turns; the vendor takes no time for either. */
export async function benchCloudDictation(): Promise<Result[]> {
  const microphone = await VirtualMicrophone.start();
  const speech = concatenated(testSentences().map(({ samples }) => samples)).subarray(0, 5 * 16_000);
  const env = { PULSE_SERVER: microphone.env.PULSE_SERVER ?? '' };
  try {
    return await withStandIn(
      { text: 'please send the email', milliseconds: 0, env },
      async (application, { keys }) => {
        const client = await application.controlSocket();
        await client.updateSettings({ body: { soundCues: false } });
        await client.setProviderKey({ params: { id: 'deepgram' }, body: { key: keys.deepgram ?? '' } });
        const dictated = async (useStreamingTranscription: boolean): Promise<number> => {
          const name = `${useStreamingTranscription ? 'Streamed' : 'File'} ${performance.now()}`;
          const cloud = { model: 'cloud', cloudProvider: 'deepgram', language: 'en' };
          const { mode } = await client.createMode({ body: { name, ...cloud, useStreamingTranscription } });
          const { id } = await client.startDictation({ body: { delivery: 'none', mode_id: mode.id } });
          await microphone.play(speech);
          return timed(async () => {
            await client.stopDictation();
            const { processing } = await client.getProcessing({ params: { id }, query: { wait: true } });
            if (processing.text === null) throw new Error(`No text: ${processing.error?.message}`);
          });
        };
        const [live, file]: [number[], number[]] = [[], []];
        for (let round = 0; round <= DICTATIONS; round++) {
          const [one, other] = [await dictated(true), await dictated(false)];
          // The first ones warm both ways.
          if (round > 0) live.push(one);
          if (round > 0) file.push(other);
        }
        const difference = median(live) - median(file);
        return [
          {
            what: `dictation of 5 s by a cloud vendor, from the end of speech to the text, ${DICTATIONS} times each way: streamed against sent as a file, of a vendor that takes no time`,
            measured: `p50 ${median(live).toFixed(0)} ms against ${median(file).toFixed(0)} ms (200 ms of each the tail)`,
            target: 'at most 50 ms more: what a real vendor and network save comes on top',
            met: difference <= 50,
          },
        ];
      },
    );
  } finally {
    await microphone.stop();
  }
}
