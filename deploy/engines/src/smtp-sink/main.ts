import { mkdirSync } from 'node:fs';
import { sinkSettings } from './settings.js';
import { startSink } from './sink.js';

const main = async (): Promise<void> => {
  const settings = sinkSettings(process.env);
  mkdirSync(settings.folder, { recursive: true });
  const { server, port } = await startSink(settings);
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => server.close(() => process.exit(0)));
  process.stdout.write(`SMTP sink (npm smtp-server) listening on 127.0.0.1:${port}\n`);
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
