import { expect, it } from 'vitest';
import { FilesAwayError } from '../../src/ports/files.ts';
import { refusalOfError, unknownOutcome } from '../../src/server/kernel/answer.ts';
import {
  StoreBusyError,
  StoreFailedError,
  StoreFullError,
  StoreReadOnlyError,
  StoreUnavailableError,
} from '../../src/server/kernel/store-errors.ts';

it.each([
  [new StoreBusyError('x'), 'away'],
  [new StoreUnavailableError('x'), 'away'],
  [new StoreFullError('x'), 'full'],
  [new StoreReadOnlyError('x'), 'readOnly'],
  [new FilesAwayError('x', true), 'full'],
  [new FilesAwayError('x', false), 'away'],
])('OPS-5: %s is refused as %s, to be tried again in a second', (error, reason) => {
  expect(refusalOfError(error)).toMatchObject({ reason, code: 502, detail: { retry_ms: 1_000 } });
});

it('COMMIT-3: a fault of the server answers no request, and an unknown outcome is reported', () => {
  for (const fault of [new Error('x'), new StoreFailedError('x'), 'x'])
    expect(refusalOfError(fault)).toBeNull();
  expect(unknownOutcome(new StoreFailedError('x'), 'en')).toMatchObject({
    code: 502,
    data: { retry_ms: 1_000 },
  });
  expect(unknownOutcome(new StoreBusyError('x'), 'en')).toBeNull();
});
