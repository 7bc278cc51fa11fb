import { startControlPort, type ControlPort } from './control.js';
import { startEventStoreDbDouble, type EventStoreDbDouble } from './double.js';
import { type ProcessSettings, settingsFrom } from './settings.js';

const main = async (): Promise<void> => {
  const settings = settingsFrom(process.env);
  const double = await startEventStoreDbDouble(settings.options);
  const { controlPort } = settings;
  const control = controlPort === undefined ? undefined : await startControlPort(double, controlPort);
  endOrderly(double, control, settings);
  if (double.tornBytes > 0) process.stderr.write(`a torn tail of ${double.tornBytes} bytes was cut off\n`);
  if (control !== undefined) process.stdout.write(`control on 127.0.0.1:${control.port}\n`);
  process.stdout.write(`EventStoreDB protocol double listening on 127.0.0.1:${double.port}\n`);
};

const endOrderly = (
  double: EventStoreDbDouble,
  control: ControlPort | undefined,
  { endsWithParent, stopMs }: ProcessSettings,
): void => {
  const end = (graceMs: number): void => {
    void double
      .stop({ graceMs })
      .then(() => control?.close())
      .then(() => process.exit(0));
  };
  process.once('SIGTERM', () => end(stopMs));
  process.once('SIGINT', () => end(stopMs));
  if (endsWithParent) process.stdin.once('close', () => end(0)).resume();
};

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
