import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EngineMissing } from '../../engine.js';
import { runCommand } from '../../install/command.js';
import type { Recipe } from '../../install/installation.js';
import { EngineProcess } from '../../process/engine-process.js';
import { freePort } from '../../process/free-port.js';
import { newClusterId } from './cluster-id.js';
import { formatCommand, KAFKA, trainingCommand } from './commands.js';
import { servesCluster } from './is-ready.js';
import { serverProperties } from './server-properties.js';

const TIMEOUT_MS = 60_000;
const OLDEST_JAVA = 17;

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>cairn</groupId>
  <artifactId>kafka</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.kafka</groupId>
      <artifactId>kafka_2.13</artifactId>
      <version>${KAFKA.version}</version>
    </dependency>
    <dependency>
      <groupId>org.slf4j</groupId>
      <artifactId>slf4j-simple</artifactId>
      <version>1.7.36</version>
    </dependency>
  </dependencies>
</project>
`;

const MAVEN = [
  '-B',
  '-q',
  'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies',
  '-DincludeScope=runtime',
  '-DoutputDirectory=lib',
];

const checkJava = async (): Promise<void> => {
  const printed = await runCommand('java', ['-version']);
  const major = Number(/version "(\d+)/.exec(printed)?.[1]);
  if (!(major >= OLDEST_JAVA))
    throw new EngineMissing(
      `${KAFKA.product} needs Java ${OLDEST_JAVA} or newer; \`java\` is ${printed.split('\n')[0] ?? ''}.`,
    );
};

export const kafkaRecipe: Recipe = {
  name: 'kafka',
  product: KAFKA.product,
  version: KAFKA.version,
  ingredients: [POM, ...MAVEN, ...trainingCommand('', '').args],
  tools: [
    { command: 'java', what: 'a JDK, 17 or newer', check: checkJava },
    { command: 'mvn', what: 'Maven 3.8 or newer' },
  ],
  packages: [],
  takes: 'about 20 seconds',
  build: async (folder) => {
    await writeFile(join(folder, 'pom.xml'), POM);
    await runCommand('mvn', MAVEN, { cwd: folder });
    await train(folder);
  },
};

/** Runs the broker once: its classes go into an archive that halves every later start. */
const train = async (installation: string): Promise<void> => {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-kafka-'));
  try {
    const properties = join(folder, 'server.properties');
    const [port, controllerPort, clusterId] = [await freePort(), await freePort(), newClusterId()];
    await writeFile(properties, serverProperties({ port, controllerPort, folder }));
    const format = formatCommand(installation, properties, clusterId);
    await runCommand(format.command, format.args, format);
    const broker = new EngineProcess(KAFKA.product, trainingCommand(installation, properties));
    try {
      await broker.until(servesCluster(clusterId, port), TIMEOUT_MS);
    } finally {
      await broker.end(TIMEOUT_MS);
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};
