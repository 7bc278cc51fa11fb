import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packagesOf } from './packages.js';
import { sbomOf } from './sbom.js';

const ROOT = join(__dirname, '../../../..');

describe('the bill of materials of this checkout', () => {
  const packages = packagesOf(ROOT, 'deploy/image');
  const system = [{ name: 'libc6', version: '2.36-9+deb12u10', architecture: 'amd64' }];
  const made = (madeAt = 0) =>
    sbomOf({ root: ROOT, version: '1.2.3', madeAt, packages, system, distribution: 'debian-12' });
  const { components, dependencies, metadata, serialNumber } = made();
  const purls = components.map(({ purl }) => purl);

  it('names each package once, Node, and what is of the system', () => {
    const names = packages.map(({ manifest: { name, version } }) => `${name}@${version}`);
    expect(components).toHaveLength(new Set(names).size + 2);
    expect(new Set(purls).size).toBe(purls.length);
    expect(purls).toContain(`pkg:generic/node@${process.versions.node}`);
    expect(purls).toContain('pkg:deb/debian/libc6@2.36-9%2Bdeb12u10?arch=amd64&distro=debian-12');
    expect(purls).toContain('pkg:npm/%40cairn/kernel@0.1.0');
    expect(metadata).toMatchObject({
      timestamp: '1970-01-01T00:00:00.000Z',
      component: { name: 'cairn', version: '1.2.3' },
    });
  });

  it('names nothing that only builds or tests', () => {
    const unwanted =
      /^pkg:npm\/(jest|typescript|eslint|smtp-server|testcontainers|fast-check|%40cairn\/engines)@/;
    expect(purls.filter((purl) => unwanted.test(purl))).toEqual([]);
  });

  it('has of what was downloaded the hash of the lock file, and its licence', () => {
    const lock = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
      packages: Record<string, { integrity: string }>;
    };
    const { integrity = '' } = lock.packages['node_modules/libsql'] ?? {};
    expect(components.find(({ name }) => name === 'libsql')).toMatchObject({
      licenses: [{ license: { id: 'MIT' } }],
      hashes: [
        { alg: 'SHA-512', content: Buffer.from(integrity.replace('sha512-', ''), 'base64').toString('hex') },
      ],
    });
  });

  it('says what needs what, of what it names', () => {
    const refs = new Set(components.map((one) => one['bom-ref']));
    expect(
      dependencies.flatMap(({ ref, dependsOn }) => [ref, ...dependsOn]).filter((ref) => !refs.has(ref)),
    ).toEqual([]);
    expect(dependencies.find(({ ref }) => ref.startsWith('pkg:npm/%40cairn/image@'))?.dependsOn).toContain(
      'pkg:npm/%40cairn/kernel@0.1.0',
    );
  });

  it('is the same for the same content', () => {
    expect(made(1_000).serialNumber).toBe(serialNumber);
    expect(serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});
