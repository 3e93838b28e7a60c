/**
 * Length in characters as users count them: code points, not UTF-16 units. It builds no list, because every
 * incoming text is counted.
 */
export function lengthOf(value: string): number {
  let length = value.length;
  for (let at = 1; at < value.length; at += 1)
    if (isLowHalf(value.charCodeAt(at)) && isHighHalf(value.charCodeAt(at - 1))) length -= 1;
  return length;
}

const isHighHalf = (unit: number): boolean => (unit & 0xfc00) === 0xd800;
const isLowHalf = (unit: number): boolean => (unit & 0xfc00) === 0xdc00;
