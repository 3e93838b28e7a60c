// `npm run test:image`: the steps of docs/deploy/Dockerfile in empty roots, without an engine for containers.
// As root, with debootstrap, and a way to the mirrors of Debian and npm; it takes some minutes.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { environmentOf, stagesOf, wordsOf } from './image-steps.mjs';
import { root, spawnCommand, stop } from './run-command.mjs';

const LARGEST_MB = 200;
const MIRROR = 'http://deb.debian.org/debian';
const folder = `${root}.cache/image`;
/** Cached for later runs, because it never changes. */
const debian = `${folder}/debian`;
const buildFolder = `${folder}/build`;
const image = `${folder}/image`;

/** @param {string} command @param {readonly string[]} args @param {Record<string, string>} [env] */
async function must(command, args, env = {}) {
  const { code } = await spawnCommand(command, args, { quiet: true, env });
  if (code !== 0) stop(`${command} ${args.join(' ')} failed; the reason is above.`);
}

/** @param {string} line */
const tell = (line) => console.log(`${new Date().toISOString().slice(11, 19)} ${line}`);

/** Content of the Node image: Debian, and Node with npm in /usr/local. */
async function layNodeImage() {
  for (const path of [buildFolder, image]) rmSync(path, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  if (!existsSync(debian)) {
    const whole = `${debian}.part`;
    rmSync(whole, { recursive: true, force: true });
    const args = ['--variant=minbase', '--include=libatomic1', 'bookworm', whole, MIRROR];
    await must('debootstrap', args);
    renameSync(whole, debian);
  }
  await must('cp', ['-a', debian, buildFolder]);
  const libraries = join(execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim(), 'npm');
  mkdirSync(`${buildFolder}/usr/local/lib/node_modules`, { recursive: true });
  cpSync(process.execPath, `${buildFolder}/usr/local/bin/node`, { dereference: true });
  cpSync(libraries, `${buildFolder}/usr/local/lib/node_modules/npm`, { recursive: true, dereference: true });
  await must('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', `${buildFolder}/usr/local/bin/npm`]);
  for (const file of ['/etc/resolv.conf', '/etc/hosts'])
    cpSync(file, `${buildFolder}${file}`, { dereference: true });
  // A proxy with a private certificate authority may be in front of the mirrors.
  const authorities = process.env['NODE_EXTRA_CA_CERTS'];
  if (authorities === undefined) return;
  mkdirSync(dirname(`${buildFolder}${authorities}`), { recursive: true });
  cpSync(authorities, `${buildFolder}${authorities}`, { dereference: true });
}

/** The files of the repository without those of `.dockerignore`, as `COPY . .` takes them. */
function copySources() {
  const ignored = readFileSync(`${root}docs/deploy/Dockerfile.dockerignore`, 'utf8').split('\n');
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  });
  for (const path of listed.split('\n')) {
    if (path === '' || ignored.includes(path.split('/')[0] ?? '') || !existsSync(`${root}${path}`)) continue;
    cpSync(`${root}${path}`, `${buildFolder}/src/${path}`);
  }
}

/**
 * A separate shell for mounts, which end with it and are invisible to other processes; it becomes the entered
 * command.
 *
 * @param {readonly string[]} mounts
 * @param {readonly string[]} entered
 */
const within = (mounts, entered) => [
  '--mount',
  'sh',
  '-ec',
  `${mounts.map((one) => `mount ${one}`).join(' && ')} && exec "$@"`,
  'sh',
  ...entered,
];

/** @param {import('./image-steps.mjs').Stage} stage */
async function executeBuild(stage) {
  const env = {
    PATH: '/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    HOME: '/root',
    npm_config_cache: '/npm',
  };
  for (const { word, rest } of stage.steps) {
    tell(`${word} ${rest}`);
    if (word === 'COPY') copySources();
    if (word !== 'RUN') continue;
    const mounts = [`--bind /dev ${buildFolder}/dev`, `-t proc proc ${buildFolder}/proc`];
    await must('unshare', within(mounts, ['chroot', buildFolder, 'sh', '-c', `cd /src && ${rest}`]), env);
  }
}

/** @param {import('./image-steps.mjs').Stage} stage */
async function layImage(stage) {
  mkdirSync(image, { recursive: true });
  for (const { word, rest } of stage.steps) {
    if (word !== 'COPY') continue;
    const owner = /--chown=(\S+)/.exec(rest)?.[1] ?? '0:0';
    const [from = '', to = ''] = rest.split(/\s+/).slice(-2);
    await must('chown', ['-R', owner, `${buildFolder}${from}`]);
    await must('cp', ['-a', `${buildFolder}${from}/.`, `${image}${to}`]);
  }
  for (const name of ['proc', 'dev', 'etc']) mkdirSync(`${image}/${name}`, { recursive: true });
  writeFileSync(`${image}/etc/hosts`, '127.0.0.1 localhost\n');
}

/** @param {string} url @param {string} path @param {object} body @param {string} [token] */
async function call(url, path, body, token = '') {
  const headers = { 'content-type': 'application/json', authorization: token };
  const answer = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body) });
  const envelope = await answer.json();
  if (envelope.code !== 0) throw new Error(`${path}: ${envelope.msg}`);
  return envelope.data;
}

/** Two people, one message. @param {string} url @param {string} inviteCode */
async function talk(url, inviteCode) {
  const password = 'secret-11';
  const people = [];
  for (const account of ['anna', 'bela']) {
    await call(url, '/common/pub/register', { account, realname: account, password, inviteCode });
    const { authToken, userInfo } = await call(url, '/common/pub/login', { account, password });
    people.push({ token: authToken, id: userInfo.user_id });
  }
  const [anna, bela] = people;
  if (anna === undefined || bela === undefined) throw new Error('nobody');
  await call(url, '/enterprise/friend/add', { user_id: bela.id, remark: 'hello' }, anna.token);
  await call(url, '/enterprise/friend/add', { user_id: anna.id, remark: 'hello' }, bela.token);
  const words = { id: 'one', toContactId: bela.id, is_group: 0, type: 'text', content: 'hello' };
  await call(url, '/enterprise/im/sendMessage', words, anna.token);
  const query = { toContactId: anna.id, is_group: 0, page: 1, limit: 10 };
  const messages = await call(url, '/enterprise/im/getMessageList', query, bela.token);
  if (!messages.some((/** @type {{ content: string }} */ { content }) => content === 'hello'))
    throw new Error('the message did not come');
}

/** @param {import('./image-steps.mjs').Stage} stage */
async function startImage(stage) {
  const user = stage.steps.find(({ word }) => word === 'USER')?.rest ?? '0:0';
  const env = { ...environmentOf(stage), PORT: '18080', REGISTRATION: 'open' };
  // chroot enters the root of the image; paths are relative to WORKDIR.
  const at = stage.steps.find(({ word }) => word === 'WORKDIR')?.rest ?? '/';
  // Only the data can be written, as with `read_only` of the composition.
  const mounts = [
    `--bind ${image} ${image}`,
    `--bind ${image}/data ${image}/data`,
    `-t proc proc ${image}/proc`,
    `--bind /dev ${image}/dev`,
    `-o remount,ro,bind ${image}`,
  ];
  const inside = (/** @type {readonly string[]} */ [program = '', script = '', ...more]) =>
    spawn(
      '/usr/bin/unshare',
      within(mounts, ['chroot', `--userspec=${user}`, image, program, join(at, script), ...more]),
      { env: { ...env, PATH: '/usr/sbin:/usr/bin:/sbin:/bin' }, stdio: ['ignore', 'pipe', 'inherit'] },
    );
  const server = inside([...wordsOf(stage, 'ENTRYPOINT'), ...wordsOf(stage, 'CMD')]);
  try {
    const [line] = await once(server.stdout, 'data');
    tell(String(line).trim());
    const url = `http://127.0.0.1:${env.PORT}`;
    tell(await (await fetch(`${url}/readyz`)).text());
    const [healthy] = await once(inside(wordsOf(stage, 'HEALTHCHECK')), 'exit');
    await talk(url, '');
    tell('a message went from one person to another');
    server.kill('SIGTERM');
    const [code] = await once(server, 'exit');
    const [ill] = await once(inside(wordsOf(stage, 'HEALTHCHECK')), 'exit');
    if (healthy !== 0 || ill !== 1 || code !== 0)
      throw new Error(`health ${healthy}, after its end ${ill}, the server ended with ${code}`);
    tell('healthy while it ran, not afterwards; SIGTERM ended it with code 0');
  } finally {
    server.kill('SIGKILL');
  }
}

/** @param {string} path @returns {number} megabytes of a million bytes, as engines count */
const megabytes = (path) =>
  Number(execFileSync('du', ['-s', '--block-size=1', path], { encoding: 'utf8' }).split('\t')[0]) / 1e6;

if (process.getuid?.() !== 0) stop('Type it as root: roots are made and entered.');
const [first, last] = stagesOf(readFileSync(`${root}docs/deploy/Dockerfile`, 'utf8'));
if (first === undefined || last === undefined) stop('The Dockerfile has two stages.');
tell(`FROM ${first.from}: Debian by debootstrap, with Node ${process.version}`);
await layNodeImage();
await executeBuild(first);
await layImage(last);
for (const part of ['usr/local/bin/node', 'app/node_modules', 'app/dist', 'lib', 'usr/lib'])
  if (existsSync(`${image}/${part}`)) tell(`${Math.round(megabytes(`${image}/${part}`))} MB ${part}`);
const size = Math.round(megabytes(image));
tell(`${size} MB in all; at most ${LARGEST_MB}`);
await startImage(last);
process.exit(size > LARGEST_MB ? 1 : 0);
