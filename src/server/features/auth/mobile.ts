const AGENT = /\b(?:mobile|mobi|android|iphone|ipad|ipod|uni-app)\b/i;
const TERMINAL = /^(?:app|mobile|h5|android|ios|wap)/i;

/** Returns true for a mobile client (ACC-8): by its own field, otherwise by its user agent. */
export const isMobile = (terminal: string, userAgent: string): boolean =>
  TERMINAL.test(terminal) || AGENT.test(userAgent);
