import { type Choice, speechChain, tiers } from '../chain/chains.ts';
import type { Gateway } from '../gateway.ts';
import { jsonAnswer } from '../http/environment.ts';
import { largest } from '../ledger/micro.ts';

/** `GET /v1/models`: tiers, vendors' models and text chains that can be requested, with their prices. */
export async function listModels(gateway: Gateway): Promise<Response> {
  const { vendors, config } = gateway;
  const usable = vendors.filter(({ id }) => config.vendors[id] !== undefined);
  const names = [
    ...tiers,
    ...usable.flatMap(({ id, speech }) => (speech?.models ?? []).map((model) => `${id}/${model.id}`)),
  ];
  const speech = await Promise.all(
    names.map((name) => speechEntry(speechChain(name, { vendors, tiers: config.tiers }), gateway)),
  );
  const texts: Choice[] = [
    ...Object.entries(config.textChains).map(([name, members]) => ({ name, members })),
    ...usable.flatMap(({ id, language }) =>
      (language?.models ?? []).map((model) => ({
        name: `${id}/${model.id}`,
        members: [{ vendor: id, model: model.id }],
      })),
    ),
  ];
  const text = await Promise.all(texts.map((choice) => textEntry(choice, gateway)));
  return jsonAnswer({ object: 'list', data: [...speech, ...text].flat() });
}

async function speechEntry(choice: Choice | undefined, { config, prices }: Gateway) {
  if (!choice) return [];
  const members = choice.members.filter(({ vendor }) => config.vendors[vendor] !== undefined);
  const known = await Promise.all(members.map(({ vendor, model }) => prices.speech(vendor, model)));
  const priced = members.filter((_, index) => known[index] !== undefined);
  const [price] = known.flatMap((each) => each ?? []);
  if (!price) return [];
  const most = largest(known.flatMap((each) => each?.perMinute ?? []));
  return [
    {
      ...entry(choice, 'speech'),
      chain: priced.map(({ vendor, model }) => `${vendor}/${model}`),
      price: {
        currency: config.currency,
        per_minute_micro: price.perMinute,
        per_minute_at_most_micro: most,
        minimum_seconds: price.minimumSeconds,
        rounding_seconds: price.roundingSeconds,
      },
    },
  ];
}

async function textEntry(choice: Choice, { config, prices }: Gateway) {
  const members = choice.members.filter(({ vendor }) => config.vendors[vendor] !== undefined);
  const known = await Promise.all(members.map(({ vendor, model }) => prices.text(vendor, model)));
  const [price] = known.flatMap((each) => each ?? []);
  if (!price) return [];
  return [
    {
      ...entry(choice, 'text'),
      chain: members.map(({ vendor, model }) => `${vendor}/${model}`),
      price: {
        currency: config.currency,
        per_million_input_tokens_micro: price.perMillionInput,
        per_million_output_tokens_micro: price.perMillionOutput,
      },
    },
  ];
}

function entry({ name, members }: Choice, kind: 'speech' | 'text') {
  return { id: name, object: 'model', created: 0, owned_by: members[0]?.vendor ?? 'quoth', kind };
}
