/** A picture of the weather, drawn anew each time: five days, with a sun that stands elsewhere. */
export async function drawWeather(chance: () => number): Promise<Blob> {
  const [width, height] = [720, 480];
  const canvas = new OffscreenCanvas(width, height);
  const pen = canvas.getContext('2d');
  if (!pen) throw new Error('this page cannot draw');
  const sky = pen.createLinearGradient(0, 0, 0, height);
  sky.addColorStop(0, '#8fc3e8');
  sky.addColorStop(1, '#eaf5ee');
  pen.fillStyle = sky;
  pen.fillRect(0, 0, width, height);
  pen.fillStyle = '#ffd766';
  round(pen, 120 + chance() * 480, 110, 52);
  pen.fillStyle = '#ffffffd9';
  for (let i = 0; i < 7; i += 1) round(pen, 60 + i * 100, 190 + chance() * 40, 34 + chance() * 18);
  pen.fillStyle = '#0a7d4c';
  pen.beginPath();
  pen.moveTo(0, 330);
  pen.bezierCurveTo(200, 260, 420, 380, width, 300);
  pen.lineTo(width, height);
  pen.lineTo(0, height);
  pen.fill();
  pen.fillStyle = '#ffffff';
  pen.font = '600 40px sans-serif';
  pen.textAlign = 'center';
  for (let day = 0; day < 5; day += 1) pen.fillText(`${Math.round(16 + chance() * 9)}°`, 80 + day * 140, 430);
  return canvas.convertToBlob({ type: 'image/png' });
}

function round(pen: OffscreenCanvasRenderingContext2D, x: number, y: number, radius: number): void {
  pen.beginPath();
  pen.arc(x, y, radius, 0, Math.PI * 2);
  pen.fill();
}
