const AGENT = /\b(?:mobile|mobi|android|iphone|ipad|ipod|uni-app)\b/i;
const TERMINAL = /^(?:app|mobile|h5|android|ios|wap)/i;

/** Whether a login comes from the mobile class of clients (ACC-8): its own word, else its user agent. */
export const isMobile = (terminal: string, userAgent: string): boolean =>
  TERMINAL.test(terminal) || AGENT.test(userAgent);
