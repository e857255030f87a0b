/* The model file and the samples as they are, in flash. Sections of a model are aligned to 16 bytes. */
  .section .rodata.digits, "a", %progbits
  .balign 16
  .global digits_model, digits_model_end, digits_samples, digits_samples_end
digits_model:
  .incbin "model.tanda"
digits_model_end:
  .balign 16
digits_samples:
  .incbin "samples.bin"
digits_samples_end:

#ifdef __linux__
  .section .note.GNU-stack, "", %progbits
#endif
