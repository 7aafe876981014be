/** How a vendor asks for its key and how its errors look. */
export interface SimulatedVendor {
  readonly id: string;
  /** Path of the vendor's own base address. */
  readonly basePath: string;
  /** The key that a request carries; undefined where it carries none in the right place. */
  readonly keyOf: (headers: Headers) => string | undefined;
  /** Status and body of an answer to a bad key. Real ones repeat a part of the key. */
  readonly refusedKey: (key: string) => { readonly status: number; readonly body: unknown };
  readonly errorBody: (status: number, message: string) => unknown;
  /** True where a request without a key is fine. */
  readonly keyIsOptional?: boolean;
}

const bearerKey = (headers: Headers) => /^Bearer (.+)$/.exec(headers.get('authorization') ?? '')?.[1];

/** `{error: {message, type, param, code}}`. */
function openAiDialect(id: string, basePath = '/v1', keyIsOptional = false): SimulatedVendor {
  const errorBody = (status: number, message: string, code: string | null = null) => ({
    error: { message, type: status === 429 ? 'requests' : 'invalid_request_error', param: null, code },
  });
  return {
    id,
    basePath,
    keyOf: bearerKey,
    refusedKey: (key) => ({
      status: 401,
      body: errorBody(401, `Incorrect API key provided: ${key}.`, 'invalid_api_key'),
    }),
    errorBody,
    keyIsOptional,
  };
}

/** Every vendor that the stand-in can be. Error bodies as the vendors' references and SDKs have them. */
export const simulatedVendors: readonly SimulatedVendor[] = [
  openAiDialect('openai'),
  openAiDialect('groq', '/openai/v1'),
  openAiDialect('cerebras'),
  openAiDialect('compatible', '/v1', true),
  {
    id: 'mistral',
    basePath: '/v1',
    keyOf: bearerKey,
    refusedKey: (key) => ({ status: 401, body: { detail: `Unauthorized: ${key}` } }),
    errorBody: (status, message) =>
      status === 422
        ? { detail: [{ type: 'missing', loc: ['body'], msg: message }] }
        : { object: 'error', message, type: 'invalid_request_error', code: `${status}` },
  },
  {
    id: 'xai',
    basePath: '/v1',
    keyOf: bearerKey,
    refusedKey: (key) => ({
      status: 400,
      body: { code: 'Client specified an invalid argument', error: `Incorrect API key provided: ${key}.` },
    }),
    errorBody: (_, message) => ({ code: 'The request is invalid', error: message }),
  },
  {
    id: 'anthropic',
    basePath: '/v1',
    keyOf: (headers) =>
      headers.has('anthropic-version') ? (headers.get('x-api-key') ?? undefined) : undefined,
    refusedKey: () => ({
      status: 401,
      body: { type: 'error', error: { type: 'authentication_error', message: 'invalid x-api-key' } },
    }),
    errorBody: (_, message) => ({ type: 'error', error: { type: 'invalid_request_error', message } }),
  },
  {
    id: 'gemini',
    basePath: '/v1beta',
    keyOf: (headers) => headers.get('x-goog-api-key') ?? undefined,
    refusedKey: (key) => ({
      status: 400,
      body: {
        error: {
          code: 400,
          message: `API key not valid: ${key}. Please pass a valid API key.`,
          status: 'INVALID_ARGUMENT',
          details: [
            {
              '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
              reason: 'API_KEY_INVALID',
              domain: 'googleapis.com',
            },
          ],
        },
      },
    }),
    errorBody: (status, message) => ({ error: { code: status, message, status: 'INVALID_ARGUMENT' } }),
  },
  {
    id: 'deepgram',
    basePath: '/v1',
    keyOf: (headers) => /^Token (.+)$/.exec(headers.get('authorization') ?? '')?.[1],
    refusedKey: (key) => ({
      status: 401,
      body: { err_code: 'INVALID_AUTH', err_msg: `Invalid credentials ${key}.`, request_id: 'simulated' },
    }),
    errorBody: (_, message) => ({ err_code: 'Bad Request', err_msg: message, request_id: 'simulated' }),
  },
  {
    id: 'assemblyai',
    basePath: '',
    keyOf: (headers) => {
      const written = headers.get('authorization') ?? undefined;
      return written?.includes(' ') ? undefined : written;
    },
    refusedKey: (key) => ({
      status: 401,
      body: { error: `Authentication error, API token missing/invalid: ${key}` },
    }),
    errorBody: (_, message) => ({ error: message }),
  },
  {
    id: 'elevenlabs',
    basePath: '/v1',
    keyOf: (headers) => headers.get('xi-api-key') ?? undefined,
    refusedKey: (key) => ({
      status: 401,
      body: { detail: { status: 'invalid_api_key', message: `Invalid API key: ${key}` } },
    }),
    errorBody: (status, message) =>
      status === 422
        ? { detail: [{ type: 'missing', loc: ['body'], msg: message, input: null }] }
        : { detail: { status: 'bad_request', message } },
  },
  {
    id: 'soniox',
    basePath: '/v1',
    keyOf: bearerKey,
    refusedKey: (key) => ({
      status: 401,
      body: {
        status_code: 401,
        error_type: 'unauthenticated',
        message: `Incorrect API key provided: ${key}.`,
        validation_errors: [],
        request_id: 'simulated',
      },
    }),
    errorBody: (status, message) => ({
      status_code: status,
      error_type: 'invalid_request',
      message,
      validation_errors: [],
      request_id: 'simulated',
    }),
  },
];
