import { describe, expect, it } from 'vitest';
import { DEFAULT_CONFIG } from '../../src/domain/config.ts';
import {
  app,
  imageLimits,
  mediaLimits,
  networkLimits,
  peopleLimits,
  qrLimits,
  textLimits,
} from '../../src/domain/limits.ts';
import { muteOptionsSec } from '../../src/server/kernel/limits.ts';
import { fileSize } from '../../src/domain/media.ts';

describe('SCREEN-8: the constants of the family', () => {
  it('the line: requests 10 s, heartbeat 25 s, reconnect after 15 s, under 10 and under 5 attempts, transfers 60 s', () => {
    expect(networkLimits).toMatchObject({
      requestTimeoutMs: 10_000,
      heartbeatMs: 25_000,
      reconnectMs: 15_000,
      openFailureLimit: 10,
      closeLimit: 5,
      transferTimeoutMs: 60_000,
    });
  });

  it('messages show for 2.5 s, and login opens 1 s after code −1', () => {
    expect(networkLimits).toMatchObject({ toastMs: 2_500, loginRedirectMs: 1_000 });
  });

  it('people and words: forward to 5, password 6 to 16, account 4 to 32', () => {
    expect(peopleLimits.forwardMax).toBe(5);
    expect(textLimits).toMatchObject({ passwordMin: 6, passwordMax: 16, accountMin: 4, accountMax: 32 });
  });

  it('media: videos to 60 s, pictures in 200 × 240, codes for 7 days, mutes of 10 minutes, 1 hour, 3 hours and 1 day', () => {
    expect(mediaLimits.videoMaxSec).toBe(60);
    expect(imageLimits).toEqual({ boxWidth: 200, boxHeight: 240 });
    expect(qrLimits.lifeMs).toBe(7 * 86_400_000);
    expect(muteOptionsSec).toEqual([600, 3_600, 10_800, 86_400]);
    expect([fileSize(1_023), fileSize(1_024), fileSize(1_024 ** 4)]).toEqual([
      { value: 1_023, unit: 'B', decimals: 0 },
      { value: 1, unit: 'KB', decimals: 2 },
      { value: 1, unit: 'TB', decimals: 2 },
    ]);
  });

  it('the window of recall is a day, multiple login off, registration closed; the version is 6.0.1 of 20250607', () => {
    expect(DEFAULT_CONFIG.chatInfo.redoTimeSec).toBe(86_400);
    expect(DEFAULT_CONFIG.sysInfo).toMatchObject({ multipleLogin: false, regtype: 2 });
    expect(app).toEqual({ version: '6.0.1', build: 20_250_607 });
  });
});
