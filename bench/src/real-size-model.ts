import { closeSync, openSync, writeSync } from 'node:fs';

/** Dimensions of NVIDIA's Parakeet CTC models. */
const sizes = {
  '110m': { layers: 17, width: 512, inner: 2_048, bands: 80 },
  '600m': { layers: 24, width: 1_024, inner: 4_096, bands: 128 },
} as const;
export type RealSize = keyof typeof sizes;

const [CHANNELS, KERNEL, HEADS, WORDS, ALIGNMENT] = [256, 9, 8, 1_024, 32];
/** Types of GGUF: of values, and of tensors (with the bytes of so many weights). */
const type = { uint32: 4, int32: 5, float32: 6, bool: 7, text: 8, list: 9 } as const;
const coding = {
  float32: { id: 0, weights: 1, bytes: 4 },
  float16: { id: 1, weights: 1, bytes: 2 },
  // A scale of 16 bits, and 32 weights of 8.
  q8: { id: 8, weights: 32, bytes: 34 },
} as const;

interface Tensor {
  readonly name: string;
  /** As GGUF counts them: the innermost first. */
  readonly shape: readonly number[];
  readonly coding: keyof typeof coding;
  /** All weights are this; random where absent. */
  readonly constant?: 0 | 1;
}

/**
 * Writes a speech model with the dimensions of a published one and random weights: its text is nonsense, the time and
 * memory it takes are real. The names are those of transcribe.cpp's architecture `parakeet` with a CTC head.
 */
export function writeRealSizeModel(path: string, size: RealSize): void {
  const tensors = tensorsOf(size);
  let offset = 0;
  const infos = tensors.map((tensor) => {
    const info = [text(tensor.name), u32(tensor.shape.length), ...tensor.shape.map(u64)];
    const entry = Buffer.concat([...info, u32(coding[tensor.coding].id), u64(offset)]);
    offset += aligned(bytesOf(tensor));
    return entry;
  });
  const values = valuesOf(size);
  const head = Buffer.concat([
    Buffer.from('GGUF'),
    u32(3),
    u64(tensors.length),
    u64(values.length),
    ...values,
    ...infos,
  ]);
  const file = openSync(path, 'w');
  writeSync(file, padded(head));
  for (const tensor of tensors) writeSync(file, padded(weightsOf(tensor)));
  closeSync(file);
}

function tensorsOf(size: RealSize): Tensor[] {
  const { layers, width, inner, bands } = sizes[size];
  const constant = (name: string, value: 0 | 1, ...shape: number[]): Tensor => ({
    name,
    shape,
    coding: 'float32',
    constant: value,
  });
  const random = (name: string, kind: Tensor['coding'], ...shape: number[]): Tensor => ({
    name,
    shape,
    coding: kind,
  });
  const norm = (name: string) => [constant(`${name}.weight`, 1, width), constant(`${name}.bias`, 0, width)];
  const first = 'enc.pre_encode';
  const list = [
    random(`${first}.conv.0.weight`, 'float32', 3, 3, 1, CHANNELS),
    constant(`${first}.conv.0.bias`, 0, CHANNELS),
    ...[2, 3, 5, 6].flatMap((at) => [
      at === 2 || at === 5
        ? random(`${first}.conv.${at}.weight`, 'float32', 3, 3, 1, CHANNELS)
        : random(`${first}.conv.${at}.weight`, 'float16', 1, 1, CHANNELS, CHANNELS),
      constant(`${first}.conv.${at}.bias`, 0, CHANNELS),
    ]),
    random(`${first}.out.weight`, 'q8', CHANNELS * (bands / 8), width),
    constant(`${first}.out.bias`, 0, width),
  ];
  for (let layer = 0; layer < layers; layer++) {
    const name = `enc.blocks.${layer}`;
    const square = ['linear_q', 'linear_k', 'linear_v', 'linear_out', 'linear_pos'];
    list.push(
      ...['norm_ff1', 'norm_attn', 'norm_conv', 'norm_ff2', 'norm_out'].flatMap((one) =>
        norm(`${name}.${one}`),
      ),
      ...['ff1', 'ff2'].flatMap((part) => [
        random(`${name}.${part}.linear1.weight`, 'q8', width, inner),
        random(`${name}.${part}.linear2.weight`, 'q8', inner, width),
      ]),
      ...square.map((one) => random(`${name}.attn.${one}.weight`, 'q8', width, width)),
      constant(`${name}.attn.pos_bias_u`, 0, width / HEADS, HEADS),
      constant(`${name}.attn.pos_bias_v`, 0, width / HEADS, HEADS),
      random(`${name}.conv.pointwise1.weight`, 'float16', 1, width, 2 * width),
      random(`${name}.conv.depthwise.weight`, 'float32', KERNEL, 1, width),
      random(`${name}.conv.pointwise2.weight`, 'float16', 1, width, width),
      ...norm(`${name}.conv.bn`),
      constant(`${name}.conv.bn.running_mean`, 0, width),
      constant(`${name}.conv.bn.running_var`, 1, width),
    );
  }
  list.push(
    random('head.ctc.weight', 'float16', 1, width, WORDS + 1),
    constant('head.ctc.bias', 0, WORDS + 1),
  );
  return list;
}

function valuesOf(size: RealSize): Buffer[] {
  const { layers, width, inner, bands } = sizes[size];
  const words = Array.from({ length: WORDS }, (_, index) => `\u2581w${index}`);
  const value = (key: string, kind: number, bytes: Buffer) => Buffer.concat([text(key), u32(kind), bytes]);
  const string = (key: string, content: string) => value(key, type.text, text(content));
  const number = (key: string, content: number) => value(key, type.uint32, u32(content));
  const integer = (key: string, content: number) => value(key, type.int32, u32(content >>> 0));
  const real = (key: string, content: number) => value(key, type.float32, f32(content));
  const flag = (key: string) => value(key, type.bool, Buffer.from([0]));
  const list = (key: string, kind: number, items: readonly Buffer[]) =>
    value(key, type.list, Buffer.concat([u32(kind), u64(items.length), ...items]));
  const name = `random-${size}`;
  const [encoder, frontend] = ['stt.parakeet.encoder', 'stt.frontend'];
  return [
    string('general.architecture', 'parakeet'),
    ...['general.name', 'general.basename', 'stt.variant'].map((key) => string(key, name)),
    string('general.size_label', size.toUpperCase()),
    string('general.version', 'v1'),
    string('general.license', 'cc0-1.0'),
    list('general.languages', type.text, [text('en')]),
    number('general.alignment', ALIGNMENT),
    string('tokenizer.ggml.model', 'unigram'),
    list('tokenizer.ggml.tokens', type.text, words.map(text)),
    list(
      'tokenizer.ggml.scores',
      type.float32,
      words.map(() => f32(0)),
    ),
    list(
      'tokenizer.ggml.token_type',
      type.int32,
      words.map(() => u32(1)),
    ),
    string('stt.parakeet.head_kind', 'ctc'),
    number(`${encoder}.n_layers`, layers),
    number(`${encoder}.d_model`, width),
    number(`${encoder}.n_heads`, HEADS),
    number(`${encoder}.d_ff`, inner),
    number(`${encoder}.conv_kernel`, KERNEL),
    number(`${encoder}.subsampling_factor`, 8),
    number(`${encoder}.subsampling_channels`, CHANNELS),
    number(`${encoder}.pos_emb_max_len`, 5_000),
    flag(`${encoder}.use_bias`),
    flag(`${encoder}.xscaling`),
    integer(`${encoder}.att_context_left`, -1),
    integer(`${encoder}.att_context_right`, -1),
    string(`${frontend}.type`, 'mel'),
    number(`${frontend}.num_mels`, bands),
    number(`${frontend}.sample_rate`, 16_000),
    number(`${frontend}.n_fft`, 512),
    number(`${frontend}.win_length`, 400),
    number(`${frontend}.hop_length`, 160),
    string(`${frontend}.window`, 'hann'),
    string(`${frontend}.normalize`, 'none'),
    real(`${frontend}.dither`, 0),
    real(`${frontend}.pre_emphasis`, 0.97),
    real(`${frontend}.f_min`, 0),
    real(`${frontend}.f_max`, 8_000),
  ];
}

function bytesOf({ shape, coding: kind }: Tensor): number {
  const { weights, bytes } = coding[kind];
  return (shape.reduce((product, length) => product * length, 1) / weights) * bytes;
}

let state = 7;
/** The same numbers in every run (xorshift). */
function nextRandom(): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return state >>> 0;
}

/** Random weights have the spread of a trained model's, about 0.02. */
function weightsOf(tensor: Tensor): Buffer {
  const bytes = Buffer.alloc(bytesOf(tensor));
  for (let at = 0; at < bytes.length; ) {
    if (tensor.coding === 'float32') {
      at = bytes.writeFloatLE(tensor.constant ?? (nextRandom() / 2 ** 32 - 0.5) * 0.07, at);
    } else if (tensor.coding === 'float16') {
      // A sign, an exponent that makes it 1/64 to 1/32, and any fraction.
      at = bytes.writeUInt16LE((nextRandom() & 0x83ff) | (9 << 10), at);
    } else {
      // 2^-12 (0.00024) for each of up to 127 steps.
      at = bytes.writeUInt16LE(3 << 10, at);
      for (let weight = 0; weight < 32; weight += 4) at = bytes.writeUInt32LE(nextRandom(), at);
    }
  }
  return bytes;
}

function aligned(bytes: number): number {
  return Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc(aligned(bytes.length) - bytes.length)]);
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}

function u64(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
}

function f32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return bytes;
}

function text(content: string): Buffer {
  const bytes = Buffer.from(content);
  return Buffer.concat([u64(bytes.length), bytes]);
}
