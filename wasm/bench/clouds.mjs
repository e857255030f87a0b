/** Ten classes in clouds, from a generator that is the same everywhere. */
export function clouds(rows, cols) {
  let state = 1;
  const random = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const data = new Float32Array(rows * cols), labels = new Int32Array(rows);
  for (let i = 0; i < rows; ++i) {
    labels[i] = i % 10;
    for (let j = 0; j < cols; ++j) data[i * cols + j] = random() + random() + (j % 10 === labels[i] ? 0.7 : 0);
  }
  return { data, rows, cols, labels };
}
