// Made by scripts/methods.mjs from the registry of methods: do not edit.

/** Parameters by method. */
export interface Methods {
  /** Principal component analysis. Keeps the directions of largest variance. Pearson, Philosophical Magazine 2(11), 1901. */
  pca: Record<string, never>;
  /** Linear discriminant analysis. Spreads class means apart relative to the scatter within classes. Fisher, Annals of Eugenics 7(2), 1936. */
  lda: {
    /** regularisation: B + ridge·tr(B)/d·I; 0 is the paper's form. 0 to 1000. Default 0.1. */
    ridge?: number | undefined;
    /** scaling of the directions. Default b-normal. */
    columns?: 'b-normal' | 'unit' | 'orthonormal' | undefined;
  };
  /** Uncorrelated linear discriminant analysis. LDA whose features are uncorrelated; needs no ridge, even with fewer samples than features. Ye, Journal of Machine Learning Research 6, 2005. */
  ulda: {
    /** scaling of the directions. Default b-normal. */
    columns?: 'b-normal' | 'unit' | 'orthonormal' | undefined;
  };
  /** Locality preserving projections. Keeps near samples near; needs no labels. He and Niyogi, NIPS 16, 2003. */
  lpp: {
    /** neighbours of each sample. 1 to 10000. Default 5. */
    neighbors?: number | undefined;
    /** width of exp(-distance²/heat); 0 = mean squared length of the edges. 0 to 1e+30. Default 0. */
    heat?: number | undefined;
    /** regularisation: B + ridge·tr(B)/d·I; 0 is the paper's form. 0 to 1000. Default 0. */
    ridge?: number | undefined;
    /** scaling of the directions. Default b-normal. */
    columns?: 'b-normal' | 'unit' | 'orthonormal' | undefined;
  };
  /** Neighbourhood preserving embedding. Keeps the weights that rebuild each sample from its neighbours; needs no labels. He, Cai, Yan and Zhang, ICCV, 2005. */
  npe: {
    /** neighbours of each sample. 1 to 10000. Default 7. */
    neighbors?: number | undefined;
    /** regularisation: B + ridge·tr(B)/d·I; 0 is the paper's form. 0 to 1000. Default 0. */
    ridge?: number | undefined;
    /** scaling of the directions. Default b-normal. */
    columns?: 'b-normal' | 'unit' | 'orthonormal' | undefined;
  };
  /** Linear local tangent space alignment. Aligns the local tangent coordinates of all samples; needs no labels. Zhang, Yang, Zhao and Ge, Neurocomputing 70, 2007. */
  lltsa: {
    /** neighbours of each sample. 1 to 10000. Default 10. */
    neighbors?: number | undefined;
    /** dimensions of the tangent spaces; 0 = by energy. 0 to 10000. Default 0. */
    tangent_dims?: number | undefined;
    /** part of the local variance the tangent spaces hold. 0 to 1. Default 0.95. */
    energy?: number | undefined;
    /** regularisation: B + ridge·tr(B)/d·I; 0 is the paper's form. 0 to 1000. Default 0. */
    ridge?: number | undefined;
    /** scaling of the directions. Default b-normal. */
    columns?: 'b-normal' | 'unit' | 'orthonormal' | undefined;
  };
  /** Marginal Fisher analysis. Pulls same-class neighbours together, pushes marginal pairs of classes apart. Yan et al., IEEE TPAMI 29(1), 2007. */
  mfa: {
    /** same-class neighbours of each sample. 1 to 10000. Default 5. */
    neighbors?: number | undefined;
    /** neighbours in other classes, or pairs. 1 to 1000000. Default 5. */
    between?: number | undefined;
    /** what `between` counts: neighbours of each sample, shortest pairs of each class, or of all. Default point. */
    pairs?: 'point' | 'class' | 'global' | undefined;
    /** weights exp(-distance²/heat) on both graphs; 0 = none, all edges alike. 0 to 1e+30. Default 0. */
    heat?: number | undefined;
    /** regularisation: B + ridge·tr(B)/d·I; 0 is the paper's form. 0 to 1000. Default 0.1. */
    ridge?: number | undefined;
    /** scaling of the directions. Default b-normal. */
    columns?: 'b-normal' | 'unit' | 'orthonormal' | undefined;
  };
  /** Locality sensitive discriminant analysis. Maximises the margin between classes in each neighbourhood. Cai, He, Zhou, Han and Bao, IJCAI, 2007. */
  lsda: {
    /** neighbours of each sample, in its class and in the others. 1 to 10000. Default 5. */
    neighbors?: number | undefined;
    /** weight of pushing apart against holding together. 0 to 1. Default 0.1. */
    alpha?: number | undefined;
    /** one list of neighbours cut by label (the original) instead of two lists. Default false. */
    split?: boolean | undefined;
    /** regularisation: B + ridge·tr(B)/d·I; 0 is the paper's form. 0 to 1000. Default 1. */
    ridge?: number | undefined;
    /** scaling of the directions. Default b-normal. */
    columns?: 'b-normal' | 'unit' | 'orthonormal' | undefined;
  };
  /** Local Fisher discriminant analysis. LDA that keeps clusters inside a class where they are. Sugiyama, Journal of Machine Learning Research 8, 2007. */
  lfda: {
    /** neighbour whose distance is the local scale, and edges of the sparse graph. 1 to 10000. Default 7. */
    neighbors?: number | undefined;
    /** neighbours within the class, or regardless of class. Default class. */
    graph?: 'class' | 'all' | undefined;
    /** affinities between neighbours only, not between all pairs of a class. Default true. */
    sparse?: boolean | undefined;
    /** regularisation: B + ridge·tr(B)/d·I; 0 is the paper's form. 0 to 1000. Default 0.1. */
    ridge?: number | undefined;
    /** scaling of the directions. Default b-normal. */
    columns?: 'b-normal' | 'unit' | 'orthonormal' | undefined;
  };
  /** Discriminant neighbourhood embedding. Pulls same-class neighbours and pushes other-class neighbours; orthonormal directions. Zhang, Xue, Lu and Guo, Pattern Recognition 39(11), 2006. */
  dne: {
    /** neighbours of each sample. 1 to 10000. Default 5. */
    neighbors?: number | undefined;
    /** one list of neighbours cut by label, or two lists. Default mixed. */
    graph?: 'mixed' | 'separate' | undefined;
    /** keep directions of positive eigenvalue only; there may be fewer than asked for. Default false. */
    positive?: boolean | undefined;
  };
  /** Locality-based discriminant neighbourhood embedding. DNE in which nearer neighbours count more. Gou and Zhang, The Computer Journal 56(9), 2013. */
  ldne: {
    /** neighbours of each sample. 1 to 10000. Default 5. */
    neighbors?: number | undefined;
    /** one list of neighbours cut by label, or two lists. Default mixed. */
    graph?: 'mixed' | 'separate' | undefined;
    /** width of exp(-distance²/heat); 0 = mean squared length of the edges. 0 to 1e+30. Default 0. */
    heat?: number | undefined;
    /** keep directions of positive eigenvalue only; there may be fewer than asked for. Default false. */
    positive?: boolean | undefined;
  };
  /** Double adjacency graphs-based discriminant neighbourhood embedding. DNE with a list of same-class and a list of other-class neighbours for every sample. Ding and Zhang, Pattern Recognition 48(5), 2015. */
  dag_dne: {
    /** neighbours of each sample, in its class and in the others. 1 to 10000. Default 5. */
    neighbors?: number | undefined;
    /** keep directions of positive eigenvalue only; there may be fewer than asked for. Default false. */
    positive?: boolean | undefined;
  };
  /** DAG-DNE with appropriate points choosing. Pulls the farthest members of a class, pushes the nearest of the others. Wang and Ding, Journal of Supercomputing 75(2), 2019. */
  apps_dag_dne: {
    /** farthest samples of the class and nearest of the others, for each sample. 1 to 10000. Default 5. */
    neighbors?: number | undefined;
    /** keep directions of positive eigenvalue only; there may be fewer than asked for. Default false. */
    positive?: boolean | undefined;
  };
  /** Discriminative locality alignment. Aligns local patches that pull same-class neighbours and push others; orthonormal directions. Zhang, Tao, Li and Yang, IEEE TKDE 21(9), 2009. */
  dla: {
    /** same-class neighbours of each sample. 1 to 10000. Default 5. */
    neighbors?: number | undefined;
    /** other-class neighbours of each sample. 1 to 1000000. Default 5. */
    between?: number | undefined;
    /** weight of the other-class neighbours. 0 to 1000. Default 0.5. */
    beta?: number | undefined;
    /** weights exp(-distance²/heat) on both graphs; 0 = none, all edges alike. 0 to 1e+30. Default 0. */
    heat?: number | undefined;
  };
  /** Signed Laplacian embedding. Sets each class against the rest with a signed graph; one block of columns per class. Gong, Tao, Yang and Fu, AAAI, 2014. */
  sle: {
    /** ±1; 1/n_side within and -1/n across; 1/n_side within and -1 across (performs badly). Default plain. */
    weights?: 'plain' | 'balanced' | 'side' | undefined;
  };
  /** Laplacian linear discriminant analysis. LDA that changes little between neighbours; unlabelled samples help, and it can choose its own weight. Chen, Ye and Li, CVPR 2007. */
  laplda: {
    /** weight of smoothness on the graph; auto = by cross-validation of 1-NN errors. 0 to 1000000000000. Default 1. */
    lambda?: number | undefined;
    /** heat weights between neighbours of any class, or 1/n_c between all members of a class. Default heat. */
    graph?: 'heat' | 'class' | undefined;
    /** neighbours of each sample in the graph. 1 to 10000. Default 5. */
    neighbors?: number | undefined;
    /** width of exp(-distance²/heat); 0 = mean squared length of the edges. 0 to 1e+30. Default 0. */
    heat?: number | undefined;
    /** values of lambda = auto, even in log from 1e-6 to 1e6. 1 to 100000. Default 1024. */
    candidates?: number | undefined;
    /** parts of the cross-validation of lambda = auto. 2 to 100. Default 5. */
    folds?: number | undefined;
  };
  /** Kernel Laplacian linear discriminant analysis. LapLDA in the feature space of a kernel; the model keeps its samples or landmarks. Chen, Ye and Li, CVPR 2007; the kernel form is their future work. */
  kernel_laplda: {
    /** rbf = exp(-distance²/width); poly = (product/width + 1)^degree; linear = product; laplace = exp(-Σ|difference|/width); cosine = product/(length·length). Default rbf. */
    kernel?: 'rbf' | 'poly' | 'linear' | 'laplace' | 'cosine' | undefined;
    /** width of the kernel; 0 = twice the total variance; of sums of |differences|, twice the total mean deviation. 0 to 1e+30. Default 0. */
    kernel_width?: number | undefined;
    /** degree of the polynomial kernel. 1 to 10. Default 2. */
    degree?: number | undefined;
    /** samples that carry the expansion (Nyström); 0 = all. 0 to 100000. Default 0. */
    landmarks?: number | undefined;
    /** weight of smoothness on the graph; auto = by cross-validation of 1-NN errors. 0 to 1000000000000. Default 1. */
    lambda?: number | undefined;
    /** heat weights between neighbours of any class, or 1/n_c between all members of a class. Default heat. */
    graph?: 'heat' | 'class' | undefined;
    /** neighbours of each sample in the graph, in feature space. 1 to 10000. Default 5. */
    neighbors?: number | undefined;
    /** width of exp(-distance²/heat); 0 = mean squared length of the edges. 0 to 1e+30. Default 0. */
    heat?: number | undefined;
    /** values of lambda = auto, even in log from 1e-6 to 1e6. 1 to 100000. Default 1024. */
    candidates?: number | undefined;
    /** parts of the cross-validation of lambda = auto. 2 to 100. Default 5. */
    folds?: number | undefined;
  };
  /** Least-squares dimension reduction. Keeps what the features say about the class, linear or not, by maximising an estimate of their mutual information. Suzuki and Sugiyama, Neural Computation 25(3), 2013. */
  lsdr: {
    /** kernels that model the density ratio, at samples chosen at random. 2 to 2000. Default 100. */
    centers?: number | undefined;
    /** starting points: discriminant directions, principal axes, then random. 1 to 100. Default 3. */
    restarts?: number | undefined;
    /** gradient steps from each starting point, at most. 0 to 10000. Default 40. */
    iterations?: number | undefined;
    /** samples the information is estimated from, chosen at random when there are more. 10 to 1000000. Default 2000. */
    samples?: number | undefined;
  };
  /** Local tangent space discriminant analysis. Separates classes while forgiving movement along each class's own manifold. Zhou and Sun, Neural Processing Letters 43(3), 2016. */
  tsd: {
    /** same-class neighbours of each sample. 1 to 10000. Default 5. */
    neighbors?: number | undefined;
    /** neighbours in other classes, or pairs. 1 to 1000000. Default 5. */
    between?: number | undefined;
    /** what `between` counts: neighbours of each sample, shortest pairs of each class, or of all. Default point. */
    pairs?: 'point' | 'class' | 'global' | undefined;
    /** weights within a class: one per neighbour, or affinities with local scaling. Default knn. */
    graph?: 'knn' | 'lfda' | undefined;
    /** ridge on the direction and the tangent vectors. 0 to 1000000000000. Default 0.1. */
    gamma?: number | undefined;
    /** dimensions of the tangent spaces; 0 = by energy. 0 to 10000. Default 0. */
    tangent_dims?: number | undefined;
    /** part of the local variance the tangent spaces hold. 0 to 1. Default 1. */
    energy?: number | undefined;
    /** part of the samples whose tangent terms are summed, to stand for all; 1 = exact. 0.001 to 1. Default 1. */
    subsample?: number | undefined;
    /** gamma as printed in the paper; otherwise in units of tr(S)/d. Default false. */
    absolute?: boolean | undefined;
    /** scaling of the directions. Default b-normal. */
    columns?: 'b-normal' | 'unit' | 'orthonormal' | undefined;
  };
  /** Kernel local tangent space discriminant analysis. TSD in the feature space of a kernel; the model keeps its samples or landmarks. Zhou and Sun, Neural Processing Letters 43(3), 2016. */
  kernel_tsd: {
    /** rbf = exp(-distance²/width); poly = (product/width + 1)^degree; linear = product; laplace = exp(-Σ|difference|/width); cosine = product/(length·length). Default rbf. */
    kernel?: 'rbf' | 'poly' | 'linear' | 'laplace' | 'cosine' | undefined;
    /** width of the kernel; 0 = twice the total variance; of sums of |differences|, twice the total mean deviation. 0 to 1e+30. Default 0. */
    kernel_width?: number | undefined;
    /** degree of the polynomial kernel. 1 to 10. Default 2. */
    degree?: number | undefined;
    /** samples that carry the expansion (Nyström); 0 = all. 0 to 100000. Default 0. */
    landmarks?: number | undefined;
    /** same-class neighbours of each sample, in feature space. 1 to 10000. Default 5. */
    neighbors?: number | undefined;
    /** neighbours in other classes, or pairs. 1 to 1000000. Default 5. */
    between?: number | undefined;
    /** what `between` counts: neighbours of each sample, shortest pairs of each class, or of all. Default point. */
    pairs?: 'point' | 'class' | 'global' | undefined;
    /** weights within a class: one per neighbour, or affinities with local scaling. Default knn. */
    graph?: 'knn' | 'lfda' | undefined;
    /** ridge on the direction and the tangent vectors. 0 to 1000000000000. Default 0.1. */
    gamma?: number | undefined;
    /** dimensions of the tangent spaces; 0 = by energy. 0 to 10000. Default 0. */
    tangent_dims?: number | undefined;
    /** part of the local variance the tangent spaces hold. 0 to 1. Default 1. */
    energy?: number | undefined;
    /** part of the samples whose tangent terms are summed, to stand for all; 1 = exact. 0.001 to 1. Default 1. */
    subsample?: number | undefined;
    /** gamma as printed in the paper; otherwise in units of tr(S)/d. Default false. */
    absolute?: boolean | undefined;
    /** scaling of the directions. Default b-normal. */
    columns?: 'b-normal' | 'unit' | 'orthonormal' | undefined;
  };
  /** Pairwise-variate manifold partition discriminant analysis. TSD whose tangent vectors vary smoothly from neighbour to neighbour. Zhou and Sun, IEEE Transactions on Cybernetics 47(4), 2017. */
  pmpda: {
    /** neighbours that make the tangent spaces, the local scale and the graph. 1 to 10000. Default 7. */
    neighbors?: number | undefined;
    /** neighbours whose affinities soften the push between classes: of the class, or of any (the paper's form). Default class. */
    graph?: 'class' | 'all' | undefined;
    /** affinities between neighbours only, not between all pairs of a class. Default true. */
    sparse?: boolean | undefined;
    /** ridge on the direction and the tangent vectors. 0 to 1000000000000. Default 0.1. */
    alpha?: number | undefined;
    /** weight of keeping neighbouring tangent vectors alike. 0 to 1000000000000. Default 1. */
    gamma?: number | undefined;
    /** dimensions of the tangent spaces; 0 = by energy. 0 to 10000. Default 0. */
    tangent_dims?: number | undefined;
    /** part of the local variance the tangent spaces hold. 0 to 1. Default 0.95. */
    energy?: number | undefined;
    /** alpha and gamma as printed in the paper; otherwise in units of the data. Default false. */
    absolute?: boolean | undefined;
    /** scaling of the directions. Default b-normal. */
    columns?: 'b-normal' | 'unit' | 'orthonormal' | undefined;
  };
  /** Manifold partition discriminant analysis. Cuts each class into nearly flat patches and forgives movement along them. Zhou and Sun, IEEE Transactions on Cybernetics 47(4), 2017. */
  mpda: {
    /** neighbours that make the local scale and the graph. 1 to 10000. Default 7. */
    neighbors?: number | undefined;
    /** neighbours whose affinities soften the push between classes: of the class, or of any (the paper's form). Default class. */
    graph?: 'class' | 'all' | undefined;
    /** affinities between neighbours only, not between all pairs of a class. Default true. */
    sparse?: boolean | undefined;
    /** ridge on the direction and the tangent vectors. 0 to 1000000000000. Default 0.1. */
    alpha?: number | undefined;
    /** weight of keeping neighbouring tangent vectors alike. 0 to 1000000000000. Default 1. */
    gamma?: number | undefined;
    /** dimensions of the tangent spaces; 0 = by energy. 0 to 10000. Default 0. */
    tangent_dims?: number | undefined;
    /** part of the local variance the tangent spaces hold. 0 to 1. Default 0.95. */
    energy?: number | undefined;
    /** neighbours of the graph that patches follow. 1 to 10000. Default 6. */
    patch_neighbors?: number | undefined;
    /** most samples of a patch. 1 to 1000000. Default 10. */
    patch_size?: number | undefined;
    /** partition along the manifold, or through space; auto = along up to 2000 samples a class. Default auto. */
    geodesic?: 'auto' | 'true' | 'false' | undefined;
    /** partition so many samples of each class only, the others follow; 0 = all. 0 to 1000000. Default 0. */
    partition_samples?: number | undefined;
    /** cut through space into large parts first, then partition each. Default false. */
    coarse_first?: boolean | undefined;
    /** only the centres of patches are compared, each for all its samples (section 3.6). Default false. */
    anchors?: boolean | undefined;
    /** look only where classes differ: in the range of the between scatter (section 3.6). Default false. */
    two_stage?: boolean | undefined;
    /** alpha and gamma as printed in the paper; otherwise in units of the data. Default false. */
    absolute?: boolean | undefined;
    /** scaling of the directions. Default b-normal. */
    columns?: 'b-normal' | 'unit' | 'orthonormal' | undefined;
  };
  /** Linear parallel field embedding. Finds functions whose gradient fields are parallel along each class. Lin, He, Zhang and Ji, Journal of Machine Learning Research 14, 2013. */
  lpfe: {
    /** same-class neighbours of each sample. 1 to 10000. Default 5. */
    neighbors?: number | undefined;
    /** dimensions of the tangent spaces; 0 = by energy. 0 to 10000. Default 0. */
    tangent_dims?: number | undefined;
    /** part of the local variance the tangent spaces hold. 0 to 1. Default 0.95. */
    energy?: number | undefined;
  };
  /** LPFE on a manifold partition. LPFE with one tangent space per nearly flat patch of a class. Zhou and Sun, IEEE Transactions on Cybernetics 47(4), 2017. */
  mp_lpfe: {
    /** same-class neighbours of each sample. 1 to 10000. Default 5. */
    neighbors?: number | undefined;
    /** dimensions of the tangent spaces; 0 = by energy. 0 to 10000. Default 0. */
    tangent_dims?: number | undefined;
    /** part of the local variance the tangent spaces hold. 0 to 1. Default 0.95. */
    energy?: number | undefined;
    /** neighbours of the graph that patches follow. 1 to 10000. Default 6. */
    patch_neighbors?: number | undefined;
    /** most samples of a patch. 1 to 1000000. Default 10. */
    patch_size?: number | undefined;
    /** partition along the manifold, or through space; auto = along up to 2000 samples a class. Default auto. */
    geodesic?: 'auto' | 'true' | 'false' | undefined;
    /** partition so many samples of each class only, the others follow; 0 = all. 0 to 1000000. Default 0. */
    partition_samples?: number | undefined;
    /** cut through space into large parts first, then partition each. Default false. */
    coarse_first?: boolean | undefined;
  };
  /** Linear tangent space intrinsic manifold regularisation. Finds linear functions that are linear along the manifold too; needs no labels. Sun, IEEE ChinaSIP, 2013. */
  ltsimr: {
    /** neighbours of each sample. 1 to 10000. Default 10. */
    neighbors?: number | undefined;
    /** weight of keeping neighbouring tangent vectors alike. 0 to 1000000000000. Default 1. */
    gamma?: number | undefined;
    /** dimensions of the tangent spaces; 0 = by energy. 0 to 10000. Default 0. */
    tangent_dims?: number | undefined;
    /** part of the local variance the tangent spaces hold. 0 to 1. Default 0.95. */
    energy?: number | undefined;
    /** scaling of the directions. Default b-normal. */
    columns?: 'b-normal' | 'unit' | 'orthonormal' | undefined;
  };
  /** LTSIMR on a manifold partition. LTSIMR with one tangent space per nearly flat patch; needs no labels. Zhou and Sun, IEEE Transactions on Cybernetics 47(4), 2017. */
  mp_ltsimr: {
    /** neighbours of each sample. 1 to 10000. Default 10. */
    neighbors?: number | undefined;
    /** weight of keeping neighbouring tangent vectors alike. 0 to 1000000000000. Default 1. */
    gamma?: number | undefined;
    /** dimensions of the tangent spaces; 0 = by energy. 0 to 10000. Default 0. */
    tangent_dims?: number | undefined;
    /** part of the local variance the tangent spaces hold. 0 to 1. Default 0.95. */
    energy?: number | undefined;
    /** neighbours of the graph that patches follow. 1 to 10000. Default 6. */
    patch_neighbors?: number | undefined;
    /** most samples of a patch. 1 to 1000000. Default 10. */
    patch_size?: number | undefined;
    /** partition along the manifold, or through space; auto = along up to 2000 samples a class. Default auto. */
    geodesic?: 'auto' | 'true' | 'false' | undefined;
    /** partition so many samples of each class only, the others follow; 0 = all. 0 to 1000000. Default 0. */
    partition_samples?: number | undefined;
    /** cut through space into large parts first, then partition each. Default false. */
    coarse_first?: boolean | undefined;
    /** scaling of the directions. Default b-normal. */
    columns?: 'b-normal' | 'unit' | 'orthonormal' | undefined;
  };
  /** Tangent space intrinsic manifold regularisation. Unrolls a manifold; embeds its training set only and needs no labels. Sun, IEEE ChinaSIP, 2013. */
  tsimr: {
    /** neighbours of each sample. 1 to 10000. Default 10. */
    neighbors?: number | undefined;
    /** weight of keeping neighbouring tangent vectors alike. 0 to 1000000000000. Default 1. */
    gamma?: number | undefined;
    /** dimensions of the tangent spaces; 0 = by energy. 0 to 10000. Default 0. */
    tangent_dims?: number | undefined;
    /** part of the local variance the tangent spaces hold. 0 to 1. Default 0.95. */
    energy?: number | undefined;
  };
  /** TSIMR on a manifold partition. TSIMR with one tangent space per nearly flat patch; embeds its training set only. Zhou and Sun, IEEE Transactions on Cybernetics 47(4), 2017. */
  mp_tsimr: {
    /** neighbours of each sample. 1 to 10000. Default 10. */
    neighbors?: number | undefined;
    /** weight of keeping neighbouring tangent vectors alike. 0 to 1000000000000. Default 1. */
    gamma?: number | undefined;
    /** dimensions of the tangent spaces; 0 = by energy. 0 to 10000. Default 0. */
    tangent_dims?: number | undefined;
    /** part of the local variance the tangent spaces hold. 0 to 1. Default 0.95. */
    energy?: number | undefined;
    /** neighbours of the graph that patches follow. 1 to 10000. Default 6. */
    patch_neighbors?: number | undefined;
    /** most samples of a patch. 1 to 1000000. Default 10. */
    patch_size?: number | undefined;
    /** partition along the manifold, or through space; auto = along up to 2000 samples a class. Default auto. */
    geodesic?: 'auto' | 'true' | 'false' | undefined;
    /** partition so many samples of each class only, the others follow; 0 = all. 0 to 1000000. Default 0. */
    partition_samples?: number | undefined;
    /** cut through space into large parts first, then partition each. Default false. */
    coarse_first?: boolean | undefined;
  };
}

export type MethodId = keyof Methods;

/** Formats of exports that are text. */
export type TextFormat = 'c' | 'cpp' | 'json';

/** Formats of exports that are bytes. */
export type BytesFormat = 'onnx' | 'npz' | 'tanda';

/** Which of them are text. */
export const textFormats: readonly string[] = ['c', 'cpp', 'json'];

/** The core's status codes. */
export type Code =
  | 'cancelled'
  | 'bad_argument'
  | 'unknown_method'
  | 'unknown_parameter'
  | 'bad_parameter'
  | 'empty_data'
  | 'ragged_row'
  | 'not_a_number'
  | 'missing_value'
  | 'bad_text'
  | 'no_such_column'
  | 'column_mismatch'
  | 'not_finite'
  | 'too_large'
  | 'one_class'
  | 'no_labels'
  | 'too_few_samples'
  | 'no_variation'
  | 'memory_limit'
  | 'out_of_memory'
  | 'not_representable'
  | 'no_projection'
  | 'bad_model'
  | 'model_version'
  | 'wrong_shape'
  | 'cannot_read'
  | 'cannot_write';
