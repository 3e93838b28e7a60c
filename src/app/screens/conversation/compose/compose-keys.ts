/** The meaning of a key in the message box, independent of the screen. */
export type ComposeKey = 'send' | 'newLine' | 'none';

export interface KeyFacts {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
  /** Ctrl, or Cmd. */
  readonly ctrlKey?: boolean;
  readonly isComposing: boolean;
  /** 229 while an input method has the key, also in browsers that end the composition first. */
  readonly keyCode: number;
}

/**
 * Enter sends, Shift+Enter and Alt+Enter start a line; an Enter that confirms an input method does neither.
 * If the user sets Enter to start a line, Ctrl or Cmd with Enter sends (UI-53).
 */
export function composeKey(event: KeyFacts, enterSends = true): ComposeKey {
  if (event.key !== 'Enter' || event.isComposing || event.keyCode === 229) return 'none';
  if (event.shiftKey || event.altKey) return 'newLine';
  return enterSends || event.ctrlKey === true ? 'send' : 'newLine';
}
