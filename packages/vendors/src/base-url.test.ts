import assert from 'node:assert/strict';
import { test } from 'node:test';
import { VendorError } from './call-error.ts';
import { checkBaseUrl } from './call-vendor.ts';

const good: readonly [string, string][] = [
  ['https://api.example.com/v1', 'https://api.example.com/v1'],
  [' https://api.example.com/v1/ ', 'https://api.example.com/v1'],
  ['https://api.example.com', 'https://api.example.com'],
  ['HTTPS://API.example.com:8443/a//', 'https://api.example.com:8443/a'],
  ['http://localhost:11434/v1', 'http://localhost:11434/v1'],
  ['http://127.0.0.1:8000', 'http://127.0.0.1:8000'],
  ['http://127.1:8000', 'http://127.0.0.1:8000'],
  ['http://[::1]:8000/v1', 'http://[::1]:8000/v1'],
];
for (const [written, expected] of good) {
  test(`base URL ${written} is taken`, () => assert.equal(checkBaseUrl(written, 'It'), expected));
}

const bad: readonly [string, RegExp][] = [
  ['', /no web address/],
  ['api.example.com/v1', /no web address/],
  ['http://api.example.com/v1', /https/],
  ['http://localhost.example.com/v1', /https/],
  ['http://127.0.0.1.example.com/v1', /https/],
  ['http://192.168.1.2:8000/v1', /https/],
  ['http://[::ffff:10.0.0.1]/v1', /https/],
  ['http://127.0.1.1:8000/v1', /127\.0\.0\.1/],
  ['http://0.0.0.0:8000', /https/],
  ['file:///etc/passwd', /https/],
  ['javascript:alert(1)', /https/],
  ['https://user:secret@api.example.com/v1', /user name and password/],
  ['https://api.example.com/v1?key=secret', /what follows/],
  ['https://api.example.com/v1#x', /what follows/],
];
for (const [written, words] of bad) {
  test(`base URL ${written} is refused, and nothing is asked in its stead`, () => {
    assert.throws(
      () => checkBaseUrl(written, 'My server'),
      (error: unknown) => {
        assert(error instanceof VendorError);
        assert.equal(error.kind, 'rejected');
        assert.match(error.message, words);
        assert.match(error.message, /^The base URL of My server cannot be used\. .*Nothing was sent\.$/);
        assert(!error.message.includes('secret'));
        return true;
      },
    );
  });
}
