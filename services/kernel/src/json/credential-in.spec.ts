import { credentialIn } from './credential-in.js';

describe('a credential in a value', () => {
  it.each([
    ['sso.client_secret', { sso: { client_secret: 'abc' } }, '/sso/client_secret'],
    ['a key of any spelling', { 'X-API-Key': 'abc' }, '/X-API-Key'],
    ['a password of something', { smtpPassword: 'abc' }, '/smtpPassword'],
    ['a token that stands alone', [{ Token: 'abc' }], '/0/Token'],
    ['a header', { headers: ['Bearer abc'] }, '/headers/0'],
    ['a private key', { pem: '-----BEGIN RSA PRIVATE KEY-----\nMII' }, '/pem'],
    ['an address with a password', { url: 'postgres://ada:secret@db.example.org/x' }, '/url'],
    ['a key with a slash', { 'a/b': { secret: 'x' } }, '/a~1b/secret'],
  ])('is found: %s', (_, value, pointer) => {
    expect(credentialIn(value)).toBe(pointer);
  });

  it.each([
    ['what says that there is none', { password: '', api_key: null, secret: false }],
    ['tokens of a model', { eos_token: '</s>', max_token: 512, tokenizer: 'bpe', pad_token_id: 0 }],
    ['an address', { url: 'https://example.org:8443/a@b' }],
    ['words', { notes: 'the bearer of this', policy: { password_length: 12, rotate_secrets: true } }],
    ['numbers and truth', [1, true, null, 'text']],
  ])('is not: %s', (_, value) => {
    expect(credentialIn(value)).toBeUndefined();
  });
});
