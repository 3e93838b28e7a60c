/** A text as a picture code. The library is loaded on first use. */
export async function codePicture(text: string, px: number): Promise<string> {
  const { toDataURL } = await import('qrcode');
  return toDataURL(text, {
    width: px,
    margin: 1,
    errorCorrectionLevel: 'M',
    color: { dark: '#16201bff', light: '#ffffffff' },
  });
}
