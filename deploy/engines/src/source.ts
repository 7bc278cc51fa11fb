import { EngineMissing } from './engine.js';
import { dockerAnswers } from './docker.js';

/** Where engines come from. */
export type EngineSource = 'containers' | 'local' | 'external';

const SOURCES: readonly EngineSource[] = ['containers', 'local', 'external'];

/**
 * `CAIRN_ENGINES`; when it is empty, containers where Docker answers and local processes elsewhere. Throws
 * `EngineMissing` for another value, and for containers when Docker does not answer.
 */
export const engineSource = async (
  environment: NodeJS.ProcessEnv = process.env,
  docker: (environment: NodeJS.ProcessEnv) => Promise<boolean> = dockerAnswers,
): Promise<EngineSource> => {
  const wanted = environment['CAIRN_ENGINES'] ?? '';
  if (wanted === '') return (await docker(environment)) ? 'containers' : 'local';
  const source = known(wanted);
  if (source === 'containers' && !(await docker(environment)))
    throw new EngineMissing('CAIRN_ENGINES asks for containers, but Docker does not answer on its socket.');
  return source;
};

const known = (wanted: string): EngineSource => {
  const source = SOURCES.find((each) => each === wanted);
  if (source !== undefined) return source;
  throw new EngineMissing(`CAIRN_ENGINES is “${wanted}”: it is one of ${SOURCES.join(', ')}, or empty.`);
};
