import { useVast } from '../kit/use-media.ts';
import { useSetting } from '../kit/app-setting.ts';

/** Pixels. */
export const listWidths = { min: 260, max: 560, normal: 320, roomy: 400 } as const;

const clamp = (px: number): number => Math.min(listWidths.max, Math.max(listWidths.min, Math.round(px)));

/** Width of the list beside the chat, stored on this device (UI-101). */
export function useListWidth(): readonly [number, (px: number | null) => void] {
  const [text, write] = useSetting('listWidth');
  // Names fit: a very wide window gives the list more, unless the user chose a width.
  const normal = useVast() ? listWidths.roomy : listWidths.normal;
  const width = text === null || !/^\d+$/.test(text) ? normal : clamp(Number(text));
  return [width, (px) => write(px === null ? null : String(clamp(px)))];
}
