import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Config, readConfig } from './index.js';

describe('the configuration', () => {
  it('has a default for everything', () => {
    expect(readConfig({})).toMatchObject({
      CAIRN_PORT: 8080,
      CAIRN_DATA_DIR: '.cairn',
      CAIRN_LOG_LEVEL: '',
    });
  });

  it('reads numbers from text and ignores what is not its own', () => {
    expect(readConfig({ CAIRN_PORT: '9000', PATH: '/bin' })).toMatchObject({ CAIRN_PORT: 9000 });
  });

  it.each(['8e3', ' 80', '0x50', '80.0', ''])('takes no number that is written as %p', (text) => {
    expect(() => readConfig({ CAIRN_PORT: text })).toThrow(/CAIRN_PORT must be a whole number/);
  });

  it('wants the secret beside the one of before', () => {
    const before = { CAIRN_SECRET_BEFORE: 'a long enough secret' };
    expect(() => readConfig(before)).toThrow(/CAIRN_SECRET_BEFORE is of use beside CAIRN_SECRET/);
    expect(readConfig({ ...before, CAIRN_SECRET: 'another long secret' })).toMatchObject(before);
  });

  it('cannot be changed', () => {
    expect(Object.isFrozen(readConfig({}))).toBe(true);
  });

  it('names every variable that is wrong in one sentence', () => {
    const read = (): unknown =>
      readConfig({ CAIRN_PORT: 'eighty', CAIRN_ADMIN_PASSWORD: 'short', CAIRN_PROT: '1' });
    expect(read).toThrow(/CAIRN_PROT is not a variable of Cairn/);
    expect(read).toThrow(/CAIRN_PORT must be a whole number/);
    expect(read).toThrow(/CAIRN_ADMIN_PASSWORD has a value that cannot be/);
  });

  it.each([
    ['CAIRN_TRUSTED_PROXIES', '999.1.1.1'],
    ['CAIRN_TRUSTED_PROXIES', '10.0.0.0/99'],
    ['CAIRN_TRUSTED_PROXIES', '::1/129'],
    ['CAIRN_TRUSTED_PROXIES', '10.0.0.1,'],
    ['CAIRN_TRUSTED_PROXIES', 'a-name'],
    ['CAIRN_BASE_URL', 'https://cairn example.org'],
    ['CAIRN_BASE_URL', 'https://cairn.example.org:808080'],
    ['CAIRN_BASE_URL', 'https://ada:secret@cairn.example.org'],
    ['CAIRN_ADMIN_PASSWORD', ' '.repeat(12)],
    ['CAIRN_KAFKA_BROKERS', 'kafka:9092,other:99999'],
    ['CAIRN_OTLP_ENDPOINT', 'foo'],
    ['CAIRN_OTLP_ENDPOINT', 'ftp://collector'],
  ])('refuses %s=%s', (name, value) => {
    expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`${name} has a value that cannot be`));
  });

  it.each([
    ['CAIRN_TRUSTED_PROXIES', ''],
    ['CAIRN_TRUSTED_PROXIES', ' 10.0.0.0/8 , ::1,fd00::/8,192.168.1.1'],
    ['CAIRN_BASE_URL', 'https://example.org/cairn'],
    ['CAIRN_KAFKA_BROKERS', 'kafka:9092,other:65535'],
    ['CAIRN_ADMIN_PASSWORD', 'correct horse'],
    ['CAIRN_ADMIN_PASSWORD', ''],
    ['CAIRN_OTLP_ENDPOINT', 'http://collector:4318/v1/traces'],
  ])('takes %s=%s', (name, value) => {
    expect(readConfig({ [name]: value })).toMatchObject({ [name]: value });
  });

  it('is described line by line in .env.example', () => {
    const text = readFileSync(join(__dirname, '../../../../.env.example'), 'utf8');
    for (const [name, property] of Object.entries(Config.properties)) {
      expect(text).toContain(`# ${property.description ?? ''}`);
      expect(text).toContain(`${name}=`);
    }
  });
});
