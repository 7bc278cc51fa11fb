import { startEventStoreDbDouble, type EventStoreDbDouble } from './double.js';
import { settingsFrom } from './settings.js';

const main = async (): Promise<void> => {
  const settings = settingsFrom(process.env);
  const double = await startEventStoreDbDouble(settings.options);
  endOrderly(double, settings.endsWithParent);
  if (double.tornBytes > 0) process.stderr.write(`a torn tail of ${double.tornBytes} bytes was cut off\n`);
  process.stdout.write(`EventStoreDB protocol double listening on 127.0.0.1:${double.port}\n`);
};

const endOrderly = (double: EventStoreDbDouble, endsWithParent: boolean): void => {
  const end = (): void => {
    void double.stop().then(() => process.exit(0));
  };
  process.once('SIGTERM', end);
  process.once('SIGINT', end);
  if (endsWithParent) process.stdin.once('close', end).resume();
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
