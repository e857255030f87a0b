import { fit, readCsv } from './tanda/index.js';

const [file, stop, log] = document.querySelectorAll('input, button, pre');

file.onchange = async () => {
  const controller = new AbortController();
  stop.disabled = false;
  stop.onclick = () => controller.abort();
  try {
    const table = await readCsv(file.files[0]);
    const model = await fit({
      ...table, method: 'lda', dims: 2, signal: controller.signal,
      onProgress: ({ stage, fraction }) => (log.textContent = `${stage} ${Math.round(100 * fraction)} %`),
    });
    const points = await model.transform(table.data);
    log.textContent = `${table.rows} samples in the plane; the first one is at ${points[0].toFixed(3)}, ${points[1].toFixed(3)}`;
  } catch (error) {
    log.textContent = `${error.message}\n${error.remedy ?? ''}`;
  }
  stop.disabled = true;
};
