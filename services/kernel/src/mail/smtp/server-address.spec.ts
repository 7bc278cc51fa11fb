import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serverAddress } from './server-address.js';

describe('the address of a mail server', () => {
  it('has a port by its scheme', () => {
    expect(serverAddress('smtp://mail.example.org')).toEqual({
      host: 'mail.example.org',
      port: 587,
      secure: false,
      login: undefined,
      requireTls: undefined,
      ca: undefined,
      shown: 'smtp://mail.example.org:587',
    });
    expect(serverAddress('smtps://mail.example.org')).toMatchObject({ port: 465, secure: true });
    expect(serverAddress('smtp://[::1]:2525')).toMatchObject({
      host: '::1',
      port: 2525,
      shown: 'smtp://[::1]:2525',
    });
  });

  it('has user and password, which are not shown', () => {
    const address = serverAddress(
      'smtp://cairn%40example.org:p%2Fss%3A%20@mail.example.org:25?requireTLS=false',
    );
    expect(address).toMatchObject({
      login: { user: 'cairn@example.org', pass: 'p/ss: ' },
      requireTls: false,
      shown: 'smtp://mail.example.org:25',
    });
    expect(serverAddress('smtp://mail.example.org?requireTLS=true').requireTls).toBe(true);
  });

  it('has the certificate of who signed the server’s, by its file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'cairn-smtp-'));
    const file = join(folder, 'ca.pem');
    writeFileSync(file, 'a certificate');
    expect(serverAddress(`smtps://mail.example.org?tlsCAFile=${file}`).ca).toBe('a certificate');
    rmSync(folder, { recursive: true });
    expect(() => serverAddress(`smtps://u:secret@mail.example.org?tlsCAFile=${file}`)).toThrow(
      /^the address of the mail server names a tlsCAFile that cannot be read(?!.*secret)/,
    );
  });
});
