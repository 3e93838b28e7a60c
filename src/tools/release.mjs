// `npm run release`: one file that a server is installed from without a build there (docs/releasing.md).
// `-- --folder <path>` puts the same into a folder, for an image.
import { spawnSync } from 'node:child_process';
import { createHash, sign } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { buildWhenStale } from './build.mjs';
import { installDependencies } from './dependencies.mjs';
import { requireNode } from './node-version.mjs';
import { root, spawnCommand, stop } from './run-command.mjs';

/** The documents link to it. */
const ATTACKS = 'tests/security/README.md';

/** Files besides the build: for npm's installation, and for the operator. */
const packedPaths = [
  '.npmrc',
  'package-lock.json',
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'SECURITY.md',
  'docs',
  ATTACKS,
];

/** Commands of a release: the same names as in a clone, without building or installing. */
const scripts = { start: 'node dist/server/main.js', admin: 'node dist/server/admin-main.js' };

/**
 * The section of CHANGELOG.md about a version, without its heading; null if missing.
 *
 * @param {string} changelog
 * @param {string} version
 */
export function notesOf(changelog, version) {
  const part = changelog.split(/^## /m).find((one) => one.split(/[\s,]/, 1)[0] === version);
  const notes = part?.slice(part.indexOf('\n')).trim() ?? '';
  return notes === '' ? null : notes;
}

/**
 * The feed: every version that has a day, the newest first.
 *
 * @param {string} changelog
 */
export function releasesOf(changelog) {
  const heads = changelog.matchAll(/^## (\d+\.\d+\.\d+), (\d{1,2} \w+ \d{4})$/gm);
  return [...heads].map(([, version = '', day = '']) => ({
    version,
    date: new Date(`${day} UTC`).toISOString().slice(0, 10),
  }));
}

/** One that was not given out, `6.1.0-dev`: it may be tried, and needs no notes. @param {string} version */
export const isDraft = (version) => version.includes('-');

/** Follows the number of an unreleased version. */
const COMING = ', not given out';

/**
 * Notes of a version; null if it has none or no release date yet. For a draft of a version, its notes so far.
 *
 * @param {string} changelog
 * @param {string} version
 */
export function notesFor(changelog, version) {
  const notes = changelog.includes(`## ${version}${COMING}`) ? null : notesOf(changelog, version);
  if (notes !== null || !isDraft(version)) return notes;
  const coming = notesOf(changelog, version.split('-', 1)[0] ?? version);
  return `Not given out: for trying.${coming === null ? '' : `\n\n${coming}`}`;
}

/**
 * Tags of this commit and of the repository, and whether files differ from it.
 *
 * @typedef {object} Tags
 * @property {readonly string[]} here
 * @property {readonly string[]} all
 * @property {boolean} isChanged
 */

/**
 * Why a version cannot be packed from this commit, by the tags of the repository; null where its tag is here,
 * or can be. One that was not given out may be packed from anywhere.
 *
 * @param {string} version
 * @param {Tags} tags
 */
export function tagFault(version, { here, all, isChanged }) {
  if (isDraft(version)) return null;
  const tag = `v${version}`;
  const other = here.find((one) => /^v\d/.test(one) && one !== tag);
  if (other !== undefined)
    return `This commit is ${other}, package.json says ${version}: take that of ${tag}, or number it anew.`;
  if (all.includes(tag) && !here.includes(tag))
    return `${tag} is another commit: tags stay where they are, so pack that one, or raise the version.`;
  if (isChanged) return `Files differ from the commit: what is packed has to be what ${tag} says.`;
  return null;
}

/** @param {readonly string[]} words */
function linesOfGit(words) {
  const { status, stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : null;
}

/** What operators fill in, where there is no git to tell it from ours. */
const SECRETS = /\/(?:\.env|parley-container\.env)$/;

/** Tags of this folder in git; null outside of a clone, as in an unpacked archive. */
function tagsOfClone() {
  const here = linesOfGit(['tag', '--points-at', 'HEAD']);
  const all = linesOfGit(['tag', '--list']);
  const changes = linesOfGit(['status', '--porcelain', '--untracked-files=no']);
  return here && all && changes && { here, all, isChanged: changes.length > 0 };
}

/**
 * @param {string} folder empty, or not there
 * @param {Record<string, unknown>} about package.json
 */
function fill(folder, about) {
  mkdirSync(join(folder, 'docs'), { recursive: true });
  // Settings with secrets may lie beside the examples, and git ignores them.
  const gitPaths = linesOfGit(['ls-files', ...packedPaths]);
  for (const path of gitPaths ?? packedPaths)
    cpSync(`${root}${path}`, join(folder, path), { recursive: true, filter: (from) => !SECRETS.test(from) });
  cpSync(`${root}dist/client`, join(folder, 'dist/client'), { recursive: true });
  cpSync(`${root}dist/server`, join(folder, 'dist/server'), {
    recursive: true,
    filter: (path) => !path.endsWith('.map'),
  });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify({ ...about, scripts }, null, 2)}\n`);
}

/** @param {{ properties?: { name: string, value: string }[] }} component */
const isShipped = ({ properties = [] }) =>
  !properties.some(({ name, value }) => name === 'cdx:npm:package:development' && value === 'true');

/** The packages that a server runs with, for vulnerability scanners (CycloneDX). */
export function softwareList() {
  // With `--omit=dev` npm also leaves out packages that both kinds use.
  const words = ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'];
  const { status, stdout } = spawnSync('npm', words, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) stop('npm could not list the packages (npm sbom); it says why above.');
  const list = JSON.parse(stdout);
  list.components = list.components.filter(isShipped);
  const shipped = new Set([list.metadata.component, ...list.components].map((one) => one['bom-ref']));
  const among = (/** @type {string[]} */ refs) => refs.filter((ref) => shipped.has(ref));
  list.dependencies = list.dependencies
    .filter((/** @type {{ ref: string }} */ { ref }) => shipped.has(ref))
    .map((/** @type {{ ref: string, dependsOn?: string[] }} */ one) => ({
      ...one,
      dependsOn: among(one.dependsOn ?? []),
    }));
  return `${JSON.stringify(list, null, 2)}\n`;
}

/**
 * @param {string} folder
 * @param {string} version
 * @param {{ notes: string, changelog: string }} texts
 */
async function pack(folder, version, { notes, changelog }) {
  const name = basename(folder);
  const file = `${folder}.tar.gz`;
  // Sets a neutral owner and read access for all users, because root unpacks it.
  const args = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=u+rwX,go=rX'];
  const { code } = await spawnCommand('tar', ['-czf', file, ...args, '-C', join(folder, '..'), name], {
    quiet: true,
  });
  if (code !== 0) stop('The release could not be packed; tar says why above (GNU tar is needed).');
  const packed = readFileSync(file);
  const sum = createHash('sha256').update(packed).digest('hex');
  writeFileSync(`${file}.sha256`, `${sum}  ${basename(file)}\n`);
  writeFileSync(`${folder}.cdx.json`, softwareList());
  writeFileSync(
    join(folder, '../releases.json'),
    `${JSON.stringify({ releases: releasesOf(changelog) }, null, 2)}\n`,
  );
  const key = process.env['RELEASE_KEY'] ?? '';
  if (key !== '') writeFileSync(`${file}.sig`, sign(null, packed, readFileSync(key)));
  writeFileSync(`${folder}.md`, `# Parley ${version}\n\n${notes}\n`);
  process.stdout.write(`Parley ${version}: ${file}\n`);
}

/** @param {readonly string[]} words */
async function release(words) {
  requireNode();
  const about = JSON.parse(readFileSync(`${root}package.json`, 'utf8'));
  const version = String(about.version);
  const changelog = readFileSync(`${root}CHANGELOG.md`, 'utf8');
  const notes = notesFor(changelog, version);
  if (notes === null)
    stop(`CHANGELOG.md has no part "## ${version}" with a day: name what operators and people will notice.`);
  const at = words.indexOf('--folder');
  const tags = tagsOfClone();
  // A folder is tried or put into an image; only an archive is given out.
  const fault = at < 0 && tags ? tagFault(version, tags) : null;
  if (fault !== null) stop(fault);
  await installDependencies();
  await buildWhenStale();
  const target = at < 0 ? undefined : words[at + 1];
  if (at >= 0 && target === undefined) stop('Type the folder behind --folder.');
  const folder = target === undefined ? `${root}dist/release/parley-${version}` : resolve(target);
  if (target === undefined) rmSync(folder, { recursive: true, force: true });
  else if (existsSync(join(folder, 'package.json'))) stop(`${folder} holds something already.`);
  fill(folder, about);
  if (target !== undefined) return;
  await pack(folder, version, { notes, changelog });
  if (tags && !isDraft(version) && !tags.here.includes(`v${version}`))
    process.stdout.write(`This commit has no tag yet: git tag -a v${version} -m "Parley ${version}"\n`);
}

if (process.argv[1]?.endsWith('release.mjs')) await release(process.argv.slice(2));
