import type { Command } from '../../process/engine-process.js';

export const KAFKA = { version: '3.9.1', product: 'Apache Kafka 3.9.1' } as const;

/** Classes as the Java machine keeps them ready; it starts without when they do not fit the Java that is installed. */
const ARCHIVE = 'classes.jsa';

const SMALL = [
  '-Xms64m',
  '-Xmx512m',
  '-XX:+UseSerialGC',
  '-XX:TieredStopAtLevel=1',
  '-XX:-UsePerfData',
  '-Djava.awt.headless=true',
  '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
];

/** The class path is relative and Java expands its star, so that an installation can be renamed. */
const java = (installation: string, archive: string, ...main: readonly string[]): Command => ({
  command: 'java',
  args: [...SMALL, archive, '-cp', 'lib/*', ...main],
  cwd: installation,
});

export const brokerCommand = (installation: string, properties: string): Command =>
  java(installation, `-XX:SharedArchiveFile=${ARCHIVE}`, 'kafka.Kafka', properties);

/** The broker, making the archive when it ends. */
export const trainingCommand = (installation: string, properties: string): Command =>
  java(installation, `-XX:ArchiveClassesAtExit=${ARCHIVE}`, 'kafka.Kafka', properties);

/** Makes the data folder that the properties name. The id is given with `=`: it may begin with `-`. */
export const formatCommand = (installation: string, properties: string, clusterId: string): Command =>
  java(
    installation,
    `-XX:SharedArchiveFile=${ARCHIVE}`,
    'kafka.tools.StorageTool',
    'format',
    `--cluster-id=${clusterId}`,
    '-c',
    properties,
  );
