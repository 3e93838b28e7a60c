import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import {
  BadSetting,
  isSetting,
  loneSettings,
  misspeltSettings,
} from '../../src/server/kernel/setting-names.ts';
import { serverLimits } from '../../src/server/kernel/limits.ts';
import {
  StoreReadOnlyError,
  StoreUnavailableError,
  StoreUnreachableError,
} from '../../src/server/kernel/store-errors.ts';
import { readSettings } from '../../src/server/kernel/settings.ts';
import { readSettingFiles } from '../../src/server/setting-files-adapter.ts';
import { faultCode } from '../../src/server/start-fault.ts';
import { isDraft, notesFor, notesOf, tagFault } from '../../src/tools/release.mjs';
import { deployed, namesOf, settingNames, unitOf } from '../support/deploy.ts';
import { root } from '../support/house/repository.ts';

const settingsPage = readFileSync(`${root}docs/operations/settings.md`, 'utf8');
const signOnPage = readFileSync(`${root}docs/operations/sign-on.md`, 'utf8');
const installPage = readFileSync(`${root}docs/operations/install.md`, 'utf8');
/** Variables of Node, of tools, of the user who typed a command, and of a removed setting (START-25). */
const NOT_OURS = new Set(['NODE_ENV', 'SUDO_USER', 'CALLER_FOLDER', 'DATABASE_URL_2', 'DATABASE_URL_2_FILE']);

describe('settings', () => {
  it('START-12: docs/operations lists each setting that the server reads', () => {
    const listed = settingsPage + signOnPage;
    const missing = [...settingNames()].filter(
      (name) => !NOT_OURS.has(name) && !listed.includes(`\`${name}\``),
    );
    expect(missing).toEqual([]);
    expect(settingNames().size).toBeGreaterThan(35);
  });
});

describe('settings in files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'parley-setting-'));
  const file = join(folder, 'secret');
  writeFileSync(file, 'postgres://a:b@c/d\n');
  const empty = join(folder, 'empty');
  writeFileSync(empty, '\n');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('START-21: a setting is read from the file that its name with _FILE gives', () => {
    const env = { DATABASE_URL_FILE: file, PATH_FILE: '/nowhere', PORT_FILE: '' };
    readSettingFiles(env);
    expect(env).toEqual({ ...env, DATABASE_URL: 'postgres://a:b@c/d' });
    expect(misspeltSettings(env)).toEqual([]);
  });

  it.each([
    [{ PORT: '8080', PORT_FILE: file }, 'PORT and PORT_FILE are both set'],
    [{ DATABASE_URL_FILE: empty }, `DATABASE_URL_FILE names an empty file: ${empty}`],
    [{ SMTP_URL_FILE: '/nowhere' }, 'SMTP_URL_FILE names a file that cannot be read: /nowhere (ENOENT)'],
  ])('START-21: %o ends the start', (env, line) => {
    expect(() => readSettingFiles(env)).toThrow(BadSetting);
    expect(() => readSettingFiles(env)).toThrow(line);
  });
});

describe('monitoring', () => {
  it('OPS-18: alerting rules and the dashboard name only metrics that /metrics has', () => {
    const [alerts, dashboard] = [deployed('monitoring/alerts.yaml'), deployed('monitoring/dashboard.json')];
    const text = readFileSync(`${root}src/server/platform/prometheus-adapter.ts`, 'utf8');
    const names = new Set([...(alerts + dashboard).matchAll(/parley_[a-z_]+/g)].map(([name]) => name));
    const isKnown = (name: string) => text.includes(`'${name.replace(/_(?:bucket|count|sum)$/, '')}'`);
    expect([...names].filter((name) => !isKnown(name))).toEqual([]);
    expect(names.size).toBeGreaterThan(12);
    const paths = [...(alerts + dashboard).matchAll(/path=\\?"([^"\\]+)/g)].map(([, path = '']) => path);
    expect(new Set(paths)).toEqual(new Set(['/enterprise/im/sendMessage']));
    const { panels } = JSON.parse(dashboard) as { panels: readonly { readonly title: string }[] };
    expect(new Set(panels.map(({ title }) => title)).size).toBe(panels.length);
  });
});

describe('misspelt settings', () => {
  it('START-18: every setting that the server reads is known, and so are those of each provider', () => {
    const all = [...settingNames()].filter((name) => !NOT_OURS.has(name));
    const entry = Object.fromEntries(
      [...all, 'OPENID_SCHOOL2_NAME', 'COPIES_S3_SECRET'].map((name) => [name, '']),
    );
    expect(misspeltSettings(entry)).toEqual([]);
  });

  it.each([
    ['DATADIR', 'DATA_DIR'],
    ['SMTP_FORM', 'SMTP_FROM'],
    ['DOMAINS', 'DOMAIN'],
    ['DATABASE_URl', 'DATABASE_URL'],
    ['REGISTRATON', 'REGISTRATION'],
    ['LOGLEVEL', 'LOG_LEVEL'],
    ['LIMIT_SOCKET', 'LIMIT_SOCKETS'],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['METRICS_TOKN_FILE', 'METRICS_TOKEN_FILE'],
    ['DATABASE_ULR_FILE', 'DATABASE_URL_FILE'],
  ])('START-18: %s is told to be %s', (name, meant) => {
    expect(misspeltSettings({ [name]: '' })).toEqual([
      `Unknown setting ${name} is ignored: did you mean ${meant}?`,
    ]);
  });

  it('START-18: a name with a beginning of ours is told, and what others set is not', () => {
    expect(misspeltSettings({ LDAP_SEARCH_ROOT: '' })).toEqual([
      'Unknown setting LDAP_SEARCH_ROOT is ignored: docs/operations/settings.md lists all',
    ]);
    const others =
      'PATH HOME HOSTNAME LANG SHELL TERM USER PWD NODE_ENV HTTP_PROXY HTTPS_PROXY NO_PROXY LOGNAME MAIL ' +
      'LDAP_SERVICE_HOST LDAP_PORT LDAP_PORT_389_TCP SMTP_SERVICE_PORT INVOCATION_ID JOURNAL_STREAM ' +
      'NODE_EXTRA_CA_CERTS';
    expect(misspeltSettings(Object.fromEntries(others.split(' ').map((name) => [name, ''])))).toEqual([]);
  });
});

describe('settings without their partner', () => {
  it.each([
    ['LDAP_BASE', 'LDAP_URL'],
    ['LDAP_TAKE_OVER', 'LDAP_URL'],
    ['FILES_S3_KEY', 'FILES_S3'],
    ['COPIES_S3_PREFIX', 'COPIES_S3'],
    ['COPIES_DAYS', 'COPIES_KEY'],
    ['HTTP_PORT', 'DOMAIN'],
  ])('START-26: %s without %s gets one line', (name, partner) => {
    expect(loneSettings({ [name]: '1' })).toEqual([
      `${name} has no effect without ${partner}: set ${partner}, or remove ${name}`,
    ]);
    expect(loneSettings({ [name]: '1', [partner]: 'x' })).toEqual([]);
    expect(loneSettings({ [name]: '', PORT: '8080', LDAP_PORT_389_TCP: 'x' })).toEqual([]);
  });

  it('START-26: a provider that OPENID does not list gets one line for each of its settings', () => {
    const env = { OPENID: 'school, home', OPENID_WORK_ISSUER: 'https://id.test', OPENID_SCHOOL_NAME: 'S' };
    expect(loneSettings(env)).toEqual([
      'OPENID_WORK_ISSUER has no effect: add work to OPENID, or remove OPENID_WORK_ISSUER',
    ]);
  });

  it('START-26: the names of the table are those that the server reads', () => {
    const names = [...settingNames()].filter((name) => /^(?:LDAP|FILES_S3|COPIES_S3)_/.test(name));
    const lone = names.filter((name) => loneSettings({ [name]: '1' }).length === 1);
    expect(names.filter((name) => !lone.includes(name))).toEqual(['LDAP_URL', 'LDAP_DISABLE_MANY']);
  });
});

describe('the unit', () => {
  const text = deployed('parley.service');
  const unit = unitOf(text);
  const one = (name: string): string => unit.get(name)?.join(' ') ?? '';

  it('START-12: runs the built server by node, where the steps of docs/operations/install.md put it', () => {
    expect(one('ExecStart')).toBe('/usr/bin/node dist/server/main.js');
    const build = readFileSync(`${root}src/tools/build.mjs`, 'utf8');
    expect(build).toContain(`'${one('ExecStart').split(' ')[1]}'`);
    const service = installPage.split('\n## ').find((part) => part.startsWith('As a systemd service')) ?? '';
    for (const path of [one('WorkingDirectory'), one('EnvironmentFile'), `/var/lib/${one('StateDirectory')}`])
      expect(service).toContain(path);
    expect(service).toContain(`--shell /usr/sbin/nologin ${one('User')}`);
  });

  it('START-12: its user writes the data and nothing else, the code least of all', () => {
    expect(one('User')).not.toBe('root');
    expect(one('ProtectSystem')).toBe('strict');
    expect(one('ReadOnlyPaths')).toBe(one('WorkingDirectory'));
    expect(unit.has('ReadWritePaths')).toBe(false);
    expect(one('Environment')).toContain(`DATA_DIR=/var/lib/${one('StateDirectory')}`);
    expect([one('StateDirectoryMode'), one('UMask')]).toEqual(['0700', '0077']);
    expect(one('NoNewPrivileges')).toBe('yes');
    expect(one('CapabilityBoundingSet')).toBe('CAP_NET_BIND_SERVICE');
  });

  it('START-12: the unit names only existing settings, with values that the server accepts', () => {
    const response = one('Environment')
      .split(' ')
      .map((pair) => pair.split('=')[0] ?? '');
    const example = deployed('parley.env');
    for (const name of [...response, ...namesOf(example)])
      expect([name, isSetting(name) || NOT_OURS.has(name)]).toEqual([name, true]);
    const values = [...example.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]);
    expect(readSettings(Object.fromEntries(values)).databaseUrl).toContain('postgres://');
  });

  it('START-2: the service manager does not try again with a wrong setting', () => {
    expect(one('RestartPreventExitStatus')).toBe(String(faultCode(new BadSetting('PORT'))));
    expect(faultCode(new Error('the database is away'))).toBe(1);
    const inUse = Object.assign(new Error('listen'), { code: 'EADDRINUSE', port: 8080 });
    expect(faultCode(inUse)).toBe(1);
  });

  it.each([
    ['EACCES', 78],
    ['ENOTDIR', 78],
    ['EROFS', 78],
    ['EIO', 1],
  ])('START-2: an unusable data folder (%s) ends the start with exit code %i', (code, exit) => {
    const cause = Object.assign(new Error(code), { code });
    expect(faultCode(new StoreUnavailableError('cannot make the folder /srv', { cause }))).toBe(exit);
    expect(faultCode(new StoreUnreachableError('no socket', { cause }))).toBe(1);
  });

  it('START-2: read-only data ends the start with 78, and a read-only database server with 1', () => {
    const [file, server] = [{ code: 'ERR_SQLITE_ERROR' }, { code: '25006' }].map((cause) =>
      faultCode(new StoreReadOnlyError('the database is read-only', { cause })),
    );
    expect([file, server]).toEqual([78, 1]);
  });

  it('START-4, START-12: the service manager waits longer than the server takes to stop', () => {
    const { leaveMs, drainMs } = serverLimits;
    expect(Number(one('TimeoutStopSec')) * 1_000).toBeGreaterThan(leaveMs + drainMs + 5_000);
  });

  it('START-12: systemd has nothing to say against it, where there is one', () => {
    const path = `${root}docs/deploy/parley.service`;
    const result = spawnSync('systemd-analyze', ['verify', path], { encoding: 'utf8' });
    if (result.error !== undefined) return;
    expect(
      result.stderr
        .split('\n')
        .filter((line) => line.includes('parley.service') && !line.includes('/usr/bin/node')),
    ).toEqual([]);
    const judged = spawnSync('systemd-analyze', ['security', '--offline=true', '--threshold=25', path]);
    expect(judged.status).toBe(0);
  });
});

describe('releases', () => {
  const changelog =
    '# Changelog\n\n## Unreleased\n\n### For operators\n- a\n\n## 6.1.0, 1 December\n\n- b\n\n## 6.0.0\n';

  it('START-13: a version has the notes of CHANGELOG.md, and one without any is not packed', () => {
    expect(notesOf(changelog, '6.1.0')).toBe('- b');
    expect(notesOf(changelog, '6.0.0')).toBe(null);
    expect(notesOf(changelog, '6.2.0')).toBe(null);
  });

  it('START-13: an unreleased version has the notes of the one that it leads to', () => {
    expect(notesFor(changelog, '6.1.0-dev')).toBe('Not given out: for trying.\n\n- b');
    expect(notesFor(changelog, '6.2.0-dev')).toBe('Not given out: for trying.');
    expect([notesFor(changelog, '6.1.0'), notesFor(changelog, '6.2.0')]).toEqual(['- b', null]);
    const coming = changelog.replace(', 1 December', ', not given out yet');
    expect([notesFor(coming, '6.1.0'), notesFor(coming, '6.1.0-dev')?.endsWith('- b')]).toEqual([null, true]);
    const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };
    const notes = notesFor(readFileSync(`${root}CHANGELOG.md`, 'utf8'), version) ?? '';
    expect(notes).toContain('### Upgrading');
    expect(notes).toContain('### For operators');
  });

  it('START-17: a version is packed from the commit of its tag, or from one that can have it', () => {
    const clean = { here: [], all: ['v6.0.0'], isChanged: false };
    expect(tagFault('6.1.0', clean)).toBeNull();
    expect(tagFault('6.1.0', { ...clean, here: ['v6.1.0', 'nightly'], all: ['v6.1.0'] })).toBeNull();
    expect(tagFault('6.1.0', { ...clean, here: ['v6.0.0'] })).toContain('This commit is v6.0.0');
    expect(tagFault('6.1.0', { ...clean, all: ['v6.1.0'] })).toContain('v6.1.0 is another commit');
    expect(tagFault('6.1.0', { ...clean, isChanged: true })).toContain('differ from the commit');
    expect(tagFault('6.1.0-dev', { here: ['v6.0.0'], all: ['v6.1.0'], isChanged: true })).toBeNull();
  });

  it('START-13: a released version has a section in CHANGELOG.md', () => {
    const { version } = JSON.parse(readFileSync(`${root}package.json`, 'utf8')) as { version: string };
    const lock = JSON.parse(readFileSync(`${root}package-lock.json`, 'utf8')) as { version: string };
    expect(lock.version).toBe(version);
    const report = notesOf(readFileSync(`${root}CHANGELOG.md`, 'utf8'), version);
    expect([version, isDraft(version) || report !== null]).toEqual([version, true]);
  });
});
