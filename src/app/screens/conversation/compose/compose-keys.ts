/** The meaning of a key in the message box, independent of the screen. */
export type ComposeKey = 'send' | 'newLine' | 'none';

export interface KeyFacts {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  /** Ctrl, or Cmd. */
  readonly ctrlKey?: boolean;
}

/**
 * Enter sends, Shift+Enter and Alt+Enter start a line. If the user sets Enter to start a line, Ctrl or Cmd
 * with Enter sends (UI-53).
 */
export function composeKey(event: KeyFacts, enterSends = true): ComposeKey {
  if (event.key !== 'Enter') return 'none';
  if (event.shiftKey || event.altKey) return 'newLine';
  return enterSends || event.ctrlKey === true ? 'send' : 'newLine';
}
