import { drawingLimits as limits } from '../state/limits.ts';

/** Page functions that pacing needs. */
export interface FrameParts {
  readonly nowMs: () => number;
  /** Hidden pages get no animation frames, and their title and sounds still follow the state. */
  readonly visible: () => boolean;
  readonly frame: (task: () => void) => void;
  readonly later: (task: () => void, delayMs: number) => void;
  /** Runs once what was drawn in this frame is on the screen. */
  readonly afterPaint: (task: () => void) => void;
}

/**
 * Runs rendering in the page's next frame. After a long rendering the page rests longer than it worked: under
 * any load most of the time is left for input (STORE-14). Skipped updates are rendered together.
 */
export function pacedFrames(parts: FrameParts): (task: () => void) => void {
  let restUntilMs = -Infinity;
  const draw = (task: () => void) => {
    const startMs = parts.nowMs();
    task();
    parts.afterPaint(() => {
      const tookMs = parts.nowMs() - startMs;
      if (tookMs > limits.longMs)
        restUntilMs = parts.nowMs() + Math.min(limits.restMaxMs, tookMs * limits.restTimes);
    });
  };
  const next = (task: () => void): void =>
    parts.visible() ? parts.frame(() => draw(task)) : parts.later(task, 0);
  return (task) => {
    const restMs = parts.visible() ? restUntilMs - parts.nowMs() : 0;
    if (restMs > 0) parts.later(() => next(task), restMs);
    else next(task);
  };
}

/** The frames of this page. */
export function pageFrames(): (task: () => void) => void {
  const channel = new MessageChannel();
  const waiting: (() => void)[] = [];
  channel.port1.addEventListener('message', () => waiting.shift()?.());
  channel.port1.start();
  return pacedFrames({
    nowMs: () => performance.now(),
    visible: () => document.visibilityState === 'visible',
    frame: (task) => void requestAnimationFrame(task),
    later: (task, delayMs) => void setTimeout(task, delayMs),
    // A frame is styled, laid out and painted before any other task begins.
    afterPaint: (task) => {
      waiting.push(task);
      channel.port2.postMessage(null);
    },
  });
}
