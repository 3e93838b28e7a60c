import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { CopiesState } from '../../src/ports/copies.ts';
import { silentLog } from '../../src/ports/log.ts';
import { createLocalBus } from '../../src/server/cluster/local-bus.ts';
import { copySettings } from '../../src/server/copies/settings.ts';
import { copyFigures } from '../../src/server/operation/operation.ts';
import { readyCheck } from '../../src/server/operation/readiness.ts';
import { createMeter } from '../../src/server/platform/prometheus-adapter.ts';
import { systemClock } from '../../src/server/platform/system-adapter.ts';
import { copiedPlace, inFolder, KEY, START } from '../support/copied.ts';

const FINE: CopiesState = {
  copiedMs: START,
  wholeMs: START,
  fault: null,
  isLate: false,
  files: { copiedMs: START, fault: null, isLate: false },
  drilledMs: START,
  drillFault: null,
  isDrillLate: false,
  bytes: 1,
  failures: 0,
  drillFailures: 0,
};
const files = (fault: string | null, isLate: boolean) => ({ files: { copiedMs: START, fault, isLate } });
const NO_SETTINGS = { registration: 'open', wireTime: 's' } as const;

it('COPY-3: no other user can read a copy, and its files belong to the server’s user alone', async () => {
  const umask = process.umask(0);
  try {
    const place = await inFolder();
    const { second, say, back, at } = await copiedPlace(() => Promise.resolve(place));
    await say();
    await second(11);
    const { to } = await back(at.ms);
    const files = place.names().map((name) => join(place.folder, name));
    expect(files.length).toBeGreaterThan(1);
    for (const file of [...files, join(to, 'parley.db')]) expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const file of files) expect(readFileSync(file).includes('SQLite format')).toBe(false);
  } finally {
    process.umask(umask);
  }
});

it('COPY-5, COPY-9, COPY-10: late copies, files and drills are warnings of /readyz', async () => {
  const { store } = await copiedPlace();
  const listWarnings = async (other: Partial<CopiesState>) => {
    const bus = createLocalBus();
    const core = { store, bus, clock: systemClock, log: silentLog, peers: null, settings: NO_SETTINGS };
    const copies = { state: () => ({ ...FINE, ...other }), stop: () => Promise.resolve() };
    const { ready, reasons, warnings } = await readyCheck(core, { copies }).look();
    expect([ready, reasons]).toEqual([true, []]);
    return warnings;
  };
  expect(await listWarnings({})).toEqual([]);
  expect(await listWarnings({ isLate: true, fault: 'no space' })).toEqual([
    'nothing was copied since 2026-11-24T03:00:00.000Z: no space',
  ]);
  expect((await listWarnings({ isLate: true }))[0]).toContain('their process does not answer');
  expect(await listWarnings({ isDrillLate: true, drillFault: 'it differs' })).toEqual([
    'no drill was good since 2026-11-24T03:00:00.000Z: it differs',
  ]);
  expect(await listWarnings(files('file 3 is gone', false))).toEqual([
    'files that people sent are not all copied: file 3 is gone',
  ]);
  expect(await listWarnings(files(null, true))).toEqual([
    'files that people sent are not all copied since 2026-11-24T03:00:00.000Z: many wait',
  ]);
});

it('COPY-12: the figures of copies are ages, bytes and failures, and none where none are made', async () => {
  const state = {
    ...FINE,
    wholeMs: START - 3_600_000,
    files: { copiedMs: START - 5_000, fault: null, isLate: false },
    drilledMs: START - 86_400_000,
    bytes: 7_000,
    failures: 2,
    drillFailures: 1,
  };
  const clock = { nowMs: () => START + 4_000 };
  const copies = { state: () => state, stop: () => Promise.resolve() };
  const figures = copyFigures(copies, clock);
  expect(figures).toEqual({
    copiesAgeSec: 4,
    copiesWholeAgeSec: 3_604,
    copiesFilesAgeSec: 9,
    copiesDrillAgeSec: 86_404,
    copiesBytes: 7_000,
    copiesFailures: 2,
    copiesDrillFailures: 1,
  });
  const unknown = copyFigures({ ...copies, state: () => ({ ...state, wholeMs: 0, bytes: null }) }, clock);
  expect([unknown.copiesWholeAgeSec, unknown.copiesBytes]).toEqual([Number.NaN, Number.NaN]);
  expect(new Set(Object.values(copyFigures(null, clock)))).toEqual(new Set([Number.NaN]));
  const others = {
    sockets: 0,
    users: 0,
    nodes: 0,
    storeWaiting: 0,
    busUp: true,
    busLagMs: 0,
    busLost: 0,
    damaged: 0,
  };
  const text = await createMeter().text({
    ...others,
    databaseBytes: 0,
    certificateEndSec: Number.NaN,
    backupAgeSec: Number.NaN,
    diskFreeBytes: 0,
    ...figures,
  });
  for (const line of [
    'parley_copies_age_seconds 4',
    'parley_copies_whole_age_seconds 3604',
    'parley_copies_files_age_seconds 9',
    'parley_copies_drill_age_seconds 86404',
    'parley_copies_bytes 7000',
    'parley_copies_failures_total 2',
    'parley_copies_drill_failures_total 1',
  ])
    expect(text.split('\n')).toContain(line);
});

it('COPY-6: unusable settings are refused with one line', () => {
  const key = { COPIES_KEY: KEY };
  const whole = { ...key, COPIES_DIR: '/copies' };
  expect(copySettings({})).toBe(null);
  expect(copySettings(whole)).toEqual({
    place: { folder: '/copies' },
    secret: KEY,
    days: 7,
    files: { bucket: null },
  });
  expect(copySettings({ ...whole, COPIES_FILES: '0' })?.files).toBe(null);
  expect(() => copySettings({ ...whole, COPIES_FILES: 'no' })).toThrow('COPIES_FILES must be 1 or 0');
  expect(() => copySettings({ ...whole, COPIES_DAYS: '0' })).toThrow('COPIES_DAYS must');
  expect(() => copySettings(key)).toThrow('COPIES_DIR must name');
  expect(() => copySettings({ COPIES_DIR: '/copies', COPIES_KEY: 'short' })).toThrow(
    'COPIES_KEY must have at least 20',
  );
  expect(() => copySettings({ ...key, COPIES_DIR: '/data/copies', DATA_DIR: '/data' })).toThrow(
    'must not lie in DATA_DIR',
  );
  expect(() => copySettings({ ...whole, DATABASE_URL: 'postgres://x' })).toThrow('embedded database');
});

it('COPY-6, COPY-11: a bucket for copies has its own settings, and is not that of the files', () => {
  const bucket = { endpoint: 'https://storage.example/copies', accessKeyId: 'k', secretAccessKey: 's' };
  const whole = {
    COPIES_KEY: KEY,
    COPIES_S3: 'https://storage.example/copies/',
    COPIES_S3_KEY: 'k',
    COPIES_S3_SECRET: 's',
  };
  expect(copySettings(whole)?.place).toEqual({ bucket: { ...bucket, region: 'us-east-1' }, prefix: '' });
  expect(copySettings({ ...whole, COPIES_S3_REGION: 'here-1', COPIES_S3_PREFIX: 'chat/' })?.place).toEqual({
    bucket: { ...bucket, region: 'here-1' },
    prefix: 'chat/',
  });
  for (const prefix of ['chat', '/', '../', 'a//', 'a b/'])
    expect(() => copySettings({ ...whole, COPIES_S3_PREFIX: prefix })).toThrow('COPIES_S3_PREFIX must');
  expect(() => copySettings({ ...whole, COPIES_S3: 's3://copies' })).toThrow('COPIES_S3 must be the address');
  expect(() => copySettings({ ...whole, COPIES_S3_SECRET: '' })).toThrow('stand beside COPIES_S3');
  expect(() => copySettings({ ...whole, COPIES_DIR: '/copies' })).toThrow('set one of them');
  const files = { FILES_S3: bucket.endpoint, FILES_S3_KEY: 'k', FILES_S3_SECRET: 's' };
  expect(() => copySettings({ ...whole, ...files })).toThrow('another bucket than FILES_S3');
});
