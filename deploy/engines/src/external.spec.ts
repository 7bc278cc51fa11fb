import { EngineMissing, type EngineName } from './engine.js';
import { ADDRESS_VARIABLES, addressLines, externalEngine } from './external.js';

const environment = {
  CAIRN_ENGINE_S3_URL: 'https://s3.example.org',
  CAIRN_ENGINE_S3_USER: 'cairn',
  CAIRN_ENGINE_S3_PASSWORD: 'secret',
  CAIRN_ENGINE_KAFKA_BROKERS: 'a:9092,b:9092',
  CAIRN_ENGINE_SMTP_URL: 'smtp://mail:25',
  CAIRN_ENGINE_SMTP_FOLDER: '/mail',
};

describe('an engine that somebody else runs', () => {
  it('is where its variables say', () => {
    expect(externalEngine('kafka', environment)).toMatchObject({
      name: 'kafka',
      url: 'a:9092,b:9092',
      folder: undefined,
    });
    expect(externalEngine('s3', environment)).toMatchObject({
      url: 'https://s3.example.org',
      user: 'cairn',
      password: 'secret',
    });
    expect(externalEngine('smtp', environment)).toMatchObject({ url: 'smtp://mail:25', folder: '/mail' });
  });

  it('is found again by the lines it is told in', () => {
    for (const name of ['kafka', 's3', 'smtp'] as const) {
      const engine = externalEngine(name, environment);
      expect(externalEngine(name, addressLines(engine))).toMatchObject({ ...engine, ...ITS_OWN });
    }
  });

  it.each<[EngineName, string]>(Object.entries(ADDRESS_VARIABLES) as [EngineName, string][])(
    'is missing without its variable: %s',
    (name, variable) => {
      expect(() => externalEngine(name, {})).toThrow(
        new EngineMissing(`${name} has no address: CAIRN_ENGINES=external takes it from ${variable}.`),
      );
    },
  );

  it('cannot be signalled, killed or restarted, and stopping leaves it alone', async () => {
    const engine = externalEngine('kafka', environment);
    const others =
      'kafka at a:9092,b:9092 is run by somebody else: it cannot be signalled, killed or restarted.';
    await expect(engine.signal('SIGSTOP')).rejects.toThrow(others);
    await expect(engine.kill()).rejects.toThrow(others);
    await expect(engine.again()).rejects.toThrow(others);
    await engine.stop();
  });
});

const ITS_OWN = {
  signal: expect.any(Function),
  ended: expect.any(Function),
  kill: expect.any(Function),
  again: expect.any(Function),
  stop: expect.any(Function),
};
