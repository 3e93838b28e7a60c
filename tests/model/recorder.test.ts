import { describe, expect, it } from 'vitest';
import { recorderMachine, type RecorderEffect } from '../../machines/recorder.machine.ts';
import { run } from '../support/machine-run.ts';

const recording = (kind: 'voice' | 'video') => {
  const recorder = run<RecorderEffect>(recorderMachine, { kind });
  recorder.send({ type: 'record.asked' }, { type: 'device.granted' });
  return recorder;
};

describe('recorder', () => {
  it('REC-1: stops automatically at 60 s and keeps the recording', async () => {
    for (const kind of ['voice', 'video'] as const) {
      const recorder = recording(kind);
      await recorder.clock.advance(59_999);
      expect(recorder.state()).toContain('recording');
      await recorder.clock.advance(1);
      recorder.send({ type: 'record.ready' }, { type: 'preview.send' });
      expect(recorder.effects.at(-1)).toEqual({ type: 'sendRecording', seconds: 60 });
      expect(recorder.clock.pending()).toBe(0);
    }
  });

  it('REC-2: a voice message under a second is refused, a video is not', async () => {
    const voice = recording('voice');
    await voice.clock.advance(999);
    voice.send({ type: 'record.stop' });
    expect(voice.effects.slice(-3)).toEqual([
      { type: 'releaseDevice' },
      { type: 'dropRecording' },
      { type: 'tellProblem', problem: 'tooShort' },
    ]);
    const video = recording('video');
    video.send({ type: 'record.stop' });
    expect(video.state()).toBe('"finishing"');
  });

  it('REC-6: a stored recording can be heard, sent and discarded', () => {
    const recorder = run<RecorderEffect>(recorderMachine, { kind: 'voice' });
    recorder.send({ type: 'record.restored', seconds: 12 });
    expect(recorder.state()).toBe('"preview"');
    recorder.send({ type: 'preview.send' });
    expect(recorder.effects).toEqual([{ type: 'sendRecording', seconds: 12 }]);
  });

  it('REC-3: denied and failed devices say so, cancelling keeps nothing', () => {
    const denied = run<RecorderEffect>(recorderMachine, { kind: 'voice' });
    denied.send({ type: 'record.asked' }, { type: 'device.denied' });
    expect(denied.effects.at(-1)).toEqual({ type: 'tellProblem', problem: 'denied' });
    const failed = recording('video');
    failed.send({ type: 'device.failed' });
    expect(failed.effects.at(-1)).toEqual({ type: 'tellProblem', problem: 'failed' });
    const cancelled = recording('voice');
    cancelled.send({ type: 'record.cancel' });
    expect(cancelled.effects.slice(-2)).toEqual([{ type: 'releaseDevice' }, { type: 'dropRecording' }]);
  });
});
