import { drawingLimits as limits } from '../state/limits.ts';

/** Page functions that pacing needs. */
export interface FrameParts {
  readonly nowMs: () => number;
  /** Hidden pages get no animation frames, and their title and sounds still follow the state. */
  readonly visible: () => boolean;
  readonly frame: (run: () => void) => void;
  readonly later: (run: () => void, delayMs: number) => void;
  /** Runs once what was drawn in this frame is on the screen. */
  readonly shown: (run: () => void) => void;
}

/**
 * Runs rendering in the page's next frame. After a long rendering the page rests longer than it worked: under
 * any load most of the time is left for input (STORE-14). Skipped updates are rendered together.
 */
export function pacedFrames(parts: FrameParts): (run: () => void) => void {
  let restUntilMs = -Infinity;
  const draw = (run: () => void) => {
    const begunMs = parts.nowMs();
    run();
    parts.shown(() => {
      const tookMs = parts.nowMs() - begunMs;
      if (tookMs > limits.longMs)
        restUntilMs = parts.nowMs() + Math.min(limits.restMaxMs, tookMs * limits.restTimes);
    });
  };
  const next = (run: () => void): void =>
    parts.visible() ? parts.frame(() => draw(run)) : parts.later(run, 0);
  return (run) => {
    const restMs = parts.visible() ? restUntilMs - parts.nowMs() : 0;
    if (restMs > 0) parts.later(() => next(run), restMs);
    else next(run);
  };
}

/** The frames of this page. */
export function pageFrames(): (run: () => void) => void {
  const channel = new MessageChannel();
  const waiting: (() => void)[] = [];
  channel.port1.addEventListener('message', () => waiting.shift()?.());
  channel.port1.start();
  return pacedFrames({
    nowMs: () => performance.now(),
    visible: () => document.visibilityState === 'visible',
    frame: (run) => void requestAnimationFrame(run),
    later: (run, delayMs) => void setTimeout(run, delayMs),
    // A frame is styled, laid out and painted before any other task begins.
    shown: (run) => {
      waiting.push(run);
      channel.port2.postMessage(null);
    },
  });
}
