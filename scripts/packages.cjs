// The packages of this repository, for who compiles them and for jest.
const { existsSync, readdirSync, readFileSync } = require('node:fs');
const { dirname, join } = require('node:path');

const root = dirname(__dirname);

const within = (folder) =>
  readdirSync(join(root, folder))
    .map((name) => `${folder}/${name}`)
    .filter((path) => existsSync(join(root, path, 'package.json')));

/** Their folders. */
const folders = [
  'contracts',
  'contracts/client',
  'contracts/generate',
  'gateway',
  ...within('services'),
  ...within('deploy'),
];

const nameOf = (folder) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).name;

/** What sources are written in, for swc. */
const jsc = { target: 'es2023', parser: { syntax: 'typescript' } };

module.exports = { folders, nameOf, jsc };
